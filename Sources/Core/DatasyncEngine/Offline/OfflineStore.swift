import DatasyncTree

/// A store of the state that outlives the process.
///
/// A client appends each change before the message that depends on it, and sends the message once the change is durable. So the
/// store knows of everything that is sent.
package protocol OfflineStore: Sendable {
    /// Appends a change.
    func append(_ change: OfflineChange)
    /// Replaces all changes appended so far with the state that they lead to.
    func replace(with state: OfflineState)
    /// Runs a closure once all changes appended so far are durable; closures run in the order of the calls.
    func whenDurable(_ body: @escaping @Sendable () -> Void)
    /// Closes the store; later changes are discarded.
    func close()
}
