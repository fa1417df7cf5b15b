public import DatasyncClient
public import Foundation

/// Writes of Foundation's JSON, of `nil` and of `NSNull`, as in the original Swift API.
extension DatasyncNode {
    /// Removes the value; selected by `set(nil)`.
    ///
    /// - Parameters:
    ///   - nothing: `nil`.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path is invalid.
    public func set(_ nothing: Never?, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await clear(at: time)
    }

    /// Removes the value.
    ///
    /// - Parameters:
    ///   - nothing: `NSNull()`.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path is invalid.
    public func set(_ nothing: NSNull, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await clear(at: time)
    }

    /// Replaces the value with JSON, including all children.
    ///
    /// - Parameters:
    ///   - raw: Selects this overload, which does not encode.
    ///   - json: Foundation's JSON; `nil` and `NSNull()` remove the data.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path or value is invalid.
    public func set(_ raw: WebcomMarkers.Raw, _ json: Any?, at time: DatasyncTime = .now) async throws(WebcomError) {
        try await set(.foundation(json), at: time.time)
    }

    /// Replaces the listed children with JSON, and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - raw: Selects this overload, which does not encode.
    ///   - json: Foundation's JSON; its names may be paths to descendants.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path or value is invalid.
    public func merge(
        _ raw: WebcomMarkers.Raw, with json: [String: Any], at time: DatasyncTime = .now
    ) async throws(WebcomError) {
        try await merge(.foundation(json), at: time.time)
    }

    /// Creates a child without a value; selected by `push(nil)`.
    ///
    /// - Parameter nothing: `nil`.
    /// - Returns: The node of the child.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path is invalid.
    @discardableResult
    public func push(_ nothing: Never?) async throws(WebcomError) -> DatasyncNode {
        try await push(.null)
    }

    /// Creates a child without a value.
    ///
    /// - Parameter nothing: `NSNull()`.
    /// - Returns: The node of the child.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path is invalid.
    @discardableResult
    public func push(_ nothing: NSNull) async throws(WebcomError) -> DatasyncNode {
        try await push(.null)
    }

    /// Adds a child with JSON.
    ///
    /// - Parameters:
    ///   - raw: Selects this overload, which does not encode.
    ///   - json: Foundation's JSON.
    /// - Returns: The node of the child.
    /// - Throws: `WebcomError` when the back end refuses the write, or the path or value is invalid.
    @discardableResult
    public func push(_ raw: WebcomMarkers.Raw, _ json: Any?) async throws(WebcomError) -> DatasyncNode {
        try await push(.foundation(json))
    }
}
