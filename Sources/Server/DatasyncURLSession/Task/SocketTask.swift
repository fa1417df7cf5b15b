/// One WebSocket connection of the system, as small as the task of URLSession.
///
/// All closures may be called on any thread, and before the call returns.
package protocol SocketTask: Sendable {
    /// Starts the handshake, and reports the events of the task.
    func resume(_ handle: @escaping @Sendable (SocketTaskEvent) -> Void)

    /// Sends a text message; the closure is called when the next one may follow.
    func send(_ text: String, _ sent: @escaping @Sendable (SocketTaskFailure?) -> Void)

    /// Takes one message; the closure is called when it has arrived, or when the task has ended.
    func receive(_ received: @escaping @Sendable (Result<SocketMessage, SocketTaskFailure>) -> Void)

    /// Sends a ping; the closure is called when the pong has arrived, or when the task has ended.
    func ping(_ answered: @escaping @Sendable (SocketTaskFailure?) -> Void)

    /// Sends a close frame after the messages sent before, and ends the task.
    func close(code: Int, reason: String)

    /// Ends the task at once, and releases everything that it holds.
    func cancel()
}
