import DatasyncClient
import DatasyncTree

extension Webcom {
    /// Returns the reference at a relative path.
    ///
    /// - Parameter path: Keys separated by `/`, relative even with a leading one; `..` means the parent. A forbidden character
    ///   makes the reference ill-formed: all its operations fail with `invalidPath`.
    ///   `.info/connected` and `.info/serverTimeOffset` at the root show the state of this client's connection; they are
    ///   read-only.
    /// - Returns: The reference.
    #if LegacyWarnings
        @available(*, deprecated, message: "use relativeNode(path), or node / path")
    #endif
    public func child(_ path: String) -> Webcom { Webcom(location: location.relativeOrInfo(path)) }

    /// Returns the child with a key.
    ///
    /// Use it for a key that comes from data: unlike a path, it is never split, and never leads elsewhere.
    ///
    /// - Parameter key: Exactly one key. With a forbidden character, as in `a/b`, `.` and `..`, the reference is ill-formed:
    ///   all its operations fail with `invalidPath`.
    /// - Returns: The reference.
    #if LegacyWarnings
        @available(*, deprecated, message: "use child(key:) of the node")
    #endif
    public func child(key: String) -> Webcom { Webcom(location: location.child(key: key)) }

    /// Returns the reference to the parent; `nil` at the root.
    #if LegacyWarnings
        @available(*, deprecated, message: "use parent of the node")
    #endif
    public func parent() -> Webcom? { location.parent.map(Webcom.init) }

    /// Returns the reference to the root.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.rootNode, or manager / \"\"")
    #endif
    public func root() -> Webcom { Webcom(location: location.root) }

    /// Returns the last key of the path; `nil` at the root.
    #if LegacyWarnings
        @available(*, deprecated, message: "use key of the node")
    #endif
    public func name() -> String? { location.path.isRoot ? nil : location.key }

    /// Returns the reference itself; queries and snapshots have the same method.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the node itself")
    #endif
    public func ref() -> Webcom { self }

    /// The absolute path; for an ill-formed reference, the requested path.
    #if LegacyWarnings
        @available(*, deprecated, message: "use path of the node")
    #endif
    public var path: String { location.text }
}

extension Webcom: CustomStringConvertible {
    /// The identifier of the application and the path; an ill-formed path is marked.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node")
    #endif
    public var description: String { location.qualifiedText }
}
