import DatasyncClient
public import DatasyncPromise

/// Priorities, which the new dialects do not write; store the value as a child and order by it.
extension MigratedNode {
    /// Replaces the value and the priority.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - priority: A string, a number or the back end's time; `nil` and `NSNull()` for none.
    ///   - isDelayed: Whether the write takes effect at the next disconnect.
    /// - Returns: A promise, fulfilled when the back end has acknowledged the write; rejected if the write is refused.
    @discardableResult
    public func write(_ value: Any?, priority: Any?, atNextDisconnection isDelayed: Bool = false) -> Promise<Void> {
        let location = migrationSupport.location
        let written = WrittenValue.foundation(value, readsPriorities: true).withPriority(.foundation(priority))
        return location.done { location.set(written, at: isDelayed ? .nextDisconnection : .now, completion: $0) }
    }

    /// Replaces the priority; no effect on an empty node.
    ///
    /// - Parameter priority: A string, a number or the back end's time; `nil` and `NSNull()` for none.
    /// - Returns: A promise, fulfilled when the back end has acknowledged the write; rejected if the write is refused.
    @discardableResult
    public func write(priority: Any?) -> Promise<Void> {
        let location = migrationSupport.location
        return location.done { location.priority.set(.foundation(priority), completion: $0) }
    }
}
