public import DatasyncCallback
import DatasyncClient

extension Webcom.ServerlessDbNode {
    /// Returns the node at a relative path.
    ///
    /// - Parameter path: Keys separated by `/`, relative even with a leading `/`; `..` leads to the parent. If a key
    ///   contains a forbidden character, every operation of the node fails with `invalidPath`.
    /// - Returns: The node.
    @available(*, deprecated, message: "use relativeNode(path); see Migration/LegacyToCallback.md")
    public func child(_ path: String) -> Webcom.ServerlessDbNode { relativeNode(path) }

    /// Returns the last key of the path; `nil` at the root.
    @available(*, deprecated, message: "use key; see Migration/LegacyToCallback.md")
    public func name() -> String? { key }

    /// Returns the node itself.
    @available(*, deprecated, message: "use the node itself; see Migration/LegacyToCallback.md")
    public func ref() -> Webcom.ServerlessDbNode { self }

    /// Disconnects until ``goOnline()``: writes stay pending, and reads use the cache.
    @available(*, deprecated, message: "use serverlessDb.disconnect(); see Migration/LegacyToCallback.md")
    public func goOffline() { serverlessDb.disconnect() }

    /// Connects, and reconnects whenever the connection is lost.
    @available(*, deprecated, message: "use serverlessDb.connect(); see Migration/LegacyToCallback.md")
    public func goOnline() { serverlessDb.connect() }

    /// Values that the back end computes.
    @available(*, deprecated, message: "use [\".sv\": \"timestamp\"]; see Migration/LegacyToCallback.md")
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The back end's time when it accepts the write, in ms since 1970; delivered as an estimate until then.
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }

    /// Creates the root node of an application embedded in this process; equal identifiers share one client.
    ///
    /// - Parameter identifier: The identifier of the application.
    @available(
        *, deprecated, message: "use Webcom.App(identifier).serverlessDb.rootNode; see Migration/LegacyToCallback.md"
    )
    public init(_ identifier: String) { self = Webcom.App(identifier).serverlessDb.rootNode }
}
