public import DatasyncAsync
import DatasyncClient
import MigrationSupport

extension DatasyncNode {
    /// A node below or beside this one.
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up. With a forbidden
    ///   character in it the node is ill-formed: whatever is done with it fails with `invalidPath`.
    /// - Returns: The node.
    @available(*, deprecated, message: "use at(path) or relativeNode(for: path); see Migration/LegacyToAsync.md")
    public func child(_ path: String) -> DatasyncNode { at(path) }

    /// The last key of the path; `nil` at the root.
    @available(*, deprecated, message: "use keyName; see Migration/LegacyToAsync.md")
    public func name() -> String? { keyName }

    /// The node itself, as queries and snapshots give it.
    @available(*, deprecated, message: "use the node itself; see Migration/LegacyToAsync.md")
    public func ref() -> DatasyncNode { self }

    /// Closes the connection, and keeps it closed: writes wait, reads are answered by the cache.
    @available(*, deprecated, message: "use service.isConnectionEnabled = false; see Migration/LegacyToAsync.md")
    public func goOffline() { service.isConnectionEnabled = false }

    /// Opens the connection, and opens it again whenever it is lost.
    @available(*, deprecated, message: "use service.isConnectionEnabled = true; see Migration/LegacyToAsync.md")
    public func goOnline() { service.isConnectionEnabled = true }

    /// Values that the back end computes.
    @available(*, deprecated, message: "use [\".sv\": \"timestamp\"]; see Migration/LegacyToAsync.md")
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The back end's time in ms since 1970 when it accepts the write; an estimate is shown until then.
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }
}
