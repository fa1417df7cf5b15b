import DatasyncApplication
import DatasyncTree

extension Webcom {
    /// A reference below or beside this one.
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up. With a forbidden character in it
    ///   the reference is ill-formed: whatever is done with it fails with `invalidPath`.
    /// - Returns: The reference.
    public func child(_ path: String) -> Webcom { Webcom(location: location.relative(path)) }

    /// The reference one level up; `nil` at the root.
    public func parent() -> Webcom? { location.parent.map(Webcom.init) }

    /// The reference to the root.
    public func root() -> Webcom { Webcom(location: location.root) }

    /// The last key of the path; `nil` at the root.
    public func name() -> String? { location.path.isRoot ? nil : location.key }

    /// The reference itself, as queries and snapshots give it.
    public func ref() -> Webcom { self }

    /// The absolute path.
    public var path: String { location.path.description }
}

extension Webcom: CustomStringConvertible {
    /// The identifier of the application and the path.
    public var description: String { "\(location.client.identifier):\(path)" }
}
