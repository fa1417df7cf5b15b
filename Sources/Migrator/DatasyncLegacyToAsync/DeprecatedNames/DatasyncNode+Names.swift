public import DatasyncAsync
import DatasyncClient
import MigrationSupport

extension DatasyncNode {
    /// Returns the node at a relative path.
    ///
    /// - Parameter path: Keys separated by `/`, relative even with a leading `/`; `..` leads to the parent. If a key
    ///   contains a forbidden character, every operation of the node fails with `invalidPath`.
    /// - Returns: The node.
    @available(*, deprecated, message: "use at(path) or relativeNode(for: path); see Migration/LegacyToAsync.md")
    public func child(_ path: String) -> DatasyncNode { at(path) }

    /// Returns the last key of the path; `nil` at the root.
    @available(*, deprecated, message: "use keyName; see Migration/LegacyToAsync.md")
    public func name() -> String? { keyName }

    /// Returns the node itself.
    @available(*, deprecated, message: "use the node itself; see Migration/LegacyToAsync.md")
    public func ref() -> DatasyncNode { self }

    /// Disconnects until ``goOnline()``: writes stay pending, and reads use the cache.
    @available(*, deprecated, message: "use service.isConnectionEnabled = false; see Migration/LegacyToAsync.md")
    public func goOffline() { service.isConnectionEnabled = false }

    /// Connects, and reconnects whenever the connection is lost.
    @available(*, deprecated, message: "use service.isConnectionEnabled = true; see Migration/LegacyToAsync.md")
    public func goOnline() { service.isConnectionEnabled = true }

    /// Values that the back end computes.
    @available(*, deprecated, message: "use [\".sv\": \"timestamp\"]; see Migration/LegacyToAsync.md")
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The back end's time when it accepts the write, in ms since 1970; delivered as an estimate until then.
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }
}
