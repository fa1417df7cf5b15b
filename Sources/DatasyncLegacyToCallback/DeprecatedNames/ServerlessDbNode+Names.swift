public import DatasyncCallback
import DatasyncClient

extension Webcom.ServerlessDbNode {
    /// A node below or beside this one.
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up. With a forbidden
    ///   character in it the node is ill-formed: whatever is done with it fails with `invalidPath`.
    /// - Returns: The node.
    @available(*, deprecated, message: "use relativeNode(path); see Migration/LegacyToCallback.md")
    public func child(_ path: String) -> Webcom.ServerlessDbNode { relativeNode(path) }

    /// The last key of the path; `nil` at the root.
    @available(*, deprecated, message: "use key; see Migration/LegacyToCallback.md")
    public func name() -> String? { key }

    /// The node itself, as queries and snapshots give it.
    @available(*, deprecated, message: "use the node itself; see Migration/LegacyToCallback.md")
    public func ref() -> Webcom.ServerlessDbNode { self }

    /// Closes the connection, and keeps it closed: writes wait, reads are answered by the cache.
    @available(*, deprecated, message: "use serverlessDb.disconnect(); see Migration/LegacyToCallback.md")
    public func goOffline() { serverlessDb.disconnect() }

    /// Opens the connection, and opens it again whenever it is lost.
    @available(*, deprecated, message: "use serverlessDb.connect(); see Migration/LegacyToCallback.md")
    public func goOnline() { serverlessDb.connect() }

    /// Values that the back end computes.
    @available(*, deprecated, message: "use [\".sv\": \"timestamp\"]; see Migration/LegacyToCallback.md")
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The back end's time in ms since 1970 when it accepts the write; an estimate is shown until then.
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }

    /// The root of an application's data, embedded in this process; all of one identifier share one client.
    ///
    /// - Parameter identifier: The identifier of the application.
    @available(
        *, deprecated, message: "use Webcom.App(identifier).serverlessDb.rootNode; see Migration/LegacyToCallback.md"
    )
    public init(_ identifier: String) { self = Webcom.App(identifier).serverlessDb.rootNode }
}
