import DatasyncClient
import DatasyncTree

extension Webcom {
    /// A reference below or beside this one.
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up. With a forbidden character in it
    ///   the reference is ill-formed: whatever is done with it fails with `invalidPath`.
    /// - Returns: The reference.
    #if LegacyWarnings
        @available(*, deprecated, message: "use relativeNode(path), or node / path")
    #endif
    public func child(_ path: String) -> Webcom { Webcom(location: location.relative(path)) }

    /// The reference one level up; `nil` at the root.
    #if LegacyWarnings
        @available(*, deprecated, message: "use parent of the node")
    #endif
    public func parent() -> Webcom? { location.parent.map(Webcom.init) }

    /// The reference to the root.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.rootNode, or manager / \"\"")
    #endif
    public func root() -> Webcom { Webcom(location: location.root) }

    /// The last key of the path; `nil` at the root.
    #if LegacyWarnings
        @available(*, deprecated, message: "use key of the node")
    #endif
    public func name() -> String? { location.path.isRoot ? nil : location.key }

    /// The reference itself, as queries and snapshots give it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the node itself")
    #endif
    public func ref() -> Webcom { self }

    /// The absolute path; of an ill-formed reference the one that was asked for.
    #if LegacyWarnings
        @available(*, deprecated, message: "use path of the node")
    #endif
    public var path: String { location.text }
}

extension Webcom: CustomStringConvertible {
    /// The identifier of the application and the path; an ill-formed one is marked.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node")
    #endif
    public var description: String { location.qualifiedText }
}

extension Webcom: CustomDebugStringConvertible {
    /// The description after the name of the type.
    #if LegacyWarnings
        @available(*, deprecated, message: "use debugDescription of the node")
    #endif
    public var debugDescription: String { "Webcom(\(description))" }
}
