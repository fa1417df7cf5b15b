import DatasyncConcurrency
import DatasyncURLSession
import DatasyncWire
import Dispatch
import Foundation

/// A WebSocket task that leads to a transport of a back end, and reports its events in an order that the test chooses.
final class ScriptedTask: SocketTask {
    /// The order in which the task reports that the server has closed.
    enum End: CaseIterable {
        /// The close frame, then the failure of the call that receives.
        case closeFirst
        /// The failure, then the close frame.
        case failureFirst
        /// No close frame: the connection is lost.
        case lost
    }

    private struct State: Sendable {
        var handle: (@Sendable (SocketTaskEvent) -> Void)?
        var connection: (any TransportConnection)?
        var inbox = Fifo<SocketMessage>()
        var receiver: (@Sendable (Result<SocketMessage, SocketTaskFailure>) -> Void)?
        var isOver = false
    }

    static let failure = SocketTaskFailure(
        domain: NSPOSIXErrorDomain, code: 57, text: "Socket is not connected")

    private let backend: any Transport
    private let end: End
    private let queue = DispatchQueue(label: "task")
    private let state = Guarded(State())

    init(to backend: any Transport, _ end: End = .closeFirst) {
        self.backend = backend
        self.end = end
    }

    func resume(_ handle: @escaping @Sendable (SocketTaskEvent) -> Void) {
        queue.async { [self] in
            if state.withLock(\.isOver) { return }
            state.withLock { $0.handle = handle }
            handle(.opened)
            let connection = backend.open { [self] event in queue.async { [self] in arrived(event) } }
            state.withLock { $0.connection = connection }
        }
    }

    func send(_ text: String, _ sent: @escaping @Sendable (SocketTaskFailure?) -> Void) {
        queue.async { [self] in
            guard let connection = state.withLock({ $0.isOver ? nil : $0.connection }) else {
                return sent(Self.failure)
            }
            connection.send(text)
            sent(nil)
        }
    }

    func receive(_ received: @escaping @Sendable (Result<SocketMessage, SocketTaskFailure>) -> Void) {
        queue.async { [self] in
            if let message = state.withLock({ $0.inbox.popFirst() }) { return received(.success(message)) }
            if state.withLock(\.isOver) { return received(.failure(Self.failure)) }
            state.withLock { $0.receiver = received }
        }
    }

    func ping(_ answered: @escaping @Sendable (SocketTaskFailure?) -> Void) {
        queue.async { [self] in answered(state.withLock(\.isOver) ? Self.failure : nil) }
    }

    func close(code: Int, reason: String) { cancel() }

    func cancel() {
        queue.async { [self] in
            state.withLock(\.connection)?.close()
            over([.completed(nil)], failsLast: true)
        }
    }

    /// Ends the connection as a network does that is lost.
    func cut() {
        queue.async { [self] in
            state.withLock(\.connection)?.close()
            over([.completed(Self.failure)], failsLast: true)
        }
    }

    private func arrived(_ event: TransportEvent) {
        switch event {
        case .frame(let text):
            let receiver = state.withLock { state in
                if state.receiver == nil { state.inbox.append(.text(text)) }
                return state.receiver.take()
            }
            receiver?(.success(.text(text)))
        case .closed(let reason), .refused(let reason):
            let close = SocketTaskEvent.closed(code: 1001, reason: reason)
            switch end {
            case .closeFirst: over([close, .completed(nil)], failsLast: true)
            case .failureFirst: over([close, .completed(Self.failure)], failsLast: false)
            case .lost: over([.completed(Self.failure)], failsLast: true)
            }
        }
    }

    private func over(_ events: [SocketTaskEvent], failsLast: Bool) {
        let (handle, receiver) = state.withLock { state in
            defer {
                state.isOver = true
                state.handle = nil
                state.connection = nil
            }
            return (state.handle, state.receiver.take())
        }
        if !failsLast { receiver?(.failure(Self.failure)) }
        for event in events { handle?(event) }
        if failsLast { receiver?(.failure(Self.failure)) }
    }
}
