import DatasyncTree

/// A store of the state that outlives the process.
///
/// A client appends each change before the message that depends on it, and sends the message when the change is durable.
/// Nothing is therefore sent of which the store does not know.
package protocol OfflineStore: Sendable {
    /// Appends a change.
    func append(_ change: OfflineChange)
    /// Replaces all changes that were appended before by the state that they result in.
    func replace(with state: OfflineState)
    /// Runs a closure after all changes that were appended before are durable, in the order of the calls.
    func whenDurable(_ body: @escaping @Sendable () -> Void)
    /// Closes the store; later changes are discarded.
    func close()
}
