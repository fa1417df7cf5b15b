import DatasyncConcurrency
package import DatasyncWire
import Dispatch
import Foundation

/// A transport that carries frames on a queue of its own, with a fault if wanted.
package struct QueueTransport: Transport {
    /// A way in which a transport can be wrong.
    package enum Fault: String, CaseIterable, Sendable {
        case dropsEveryTenthFrame
        case swapsFrames
        case composesCharacters
        case losesFramesBeforeOpening
        case ignoresClosingByClient
        case ignoresClosingByBackend
        case reportsClosingTwice
        case deliversAfterClosing
        case sendsAfterClosing
        case overlaps
    }

    private let backend: any Transport
    private let fault: Fault?

    package init(to backend: any Transport, fault: Fault? = nil) {
        self.backend = backend
        self.fault = fault
    }

    package func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        let connection = QueueConnection(fault, receive)
        connection.open(backend)
        return connection
    }
}

/// A connection whose calls and events are blocks of one serial queue.
private final class QueueConnection: TransportConnection {
    private struct State: Sendable {
        var connection: (any TransportConnection)?
        var isClosed = false
        var count = 0
        var delayed: String?
    }

    private let queue = DispatchQueue(label: "transport")
    private let fault: QueueTransport.Fault?
    private let receive: @Sendable (TransportEvent) -> Void
    private let state = Guarded(State())

    init(_ fault: QueueTransport.Fault?, _ receive: @escaping @Sendable (TransportEvent) -> Void) {
        self.fault = fault
        self.receive = receive
    }

    func open(_ backend: any Transport) {
        // Long enough for the frames that the fault loses.
        let delay = fault == .losesFramesBeforeOpening ? 0.05 : 0
        queue.asyncAfter(deadline: .now() + delay) { [self] in
            let connection = backend.open { [self] event in queue.async { [self] in deliver(event) } }
            state.withLock { $0.connection = connection }
        }
    }

    func send(_ frame: String) {
        if fault == .losesFramesBeforeOpening, state.withLock({ $0.connection == nil }) { return }
        queue.async { [self] in
            guard fault == .sendsAfterClosing || !state.withLock(\.isClosed) else { return }
            for frame in faulty(frame) { state.withLock(\.connection)?.send(frame) }
        }
    }

    func close() {
        if fault == .ignoresClosingByClient { return }
        queue.async { [self] in
            let connection = state.withLock { state in
                defer { state.isClosed = true }
                return state.isClosed ? nil : state.connection
            }
            connection?.close()
        }
    }

    private func deliver(_ event: TransportEvent) {
        switch event {
        case .frame(let frame):
            guard fault == .deliversAfterClosing || !state.withLock(\.isClosed) else { return }
            for frame in faulty(frame) { call(.frame(frame)) }
        case .closed, .refused:
            if fault == .ignoresClosingByBackend { return }
            guard !state.withLock(\.isClosed) else { return }
            state.withLock { $0.isClosed = true }
            call(event)
            if fault == .reportsClosingTwice { call(event) }
            if fault == .deliversAfterClosing { call(.frame("late")) }
        }
    }

    private func call(_ event: TransportEvent) {
        guard fault == .overlaps else { return receive(event) }
        DispatchQueue.global().async { [self] in receive(event) }
        receive(event)
    }

    /// Returns the frames that are passed on for one.
    private func faulty(_ frame: String) -> [String] {
        switch fault {
        case .dropsEveryTenthFrame:
            let count = state.withLock { state in
                state.count += 1
                return state.count
            }
            return count.isMultiple(of: 10) ? [] : [frame]
        case .swapsFrames:
            return state.withLock { state in
                state.count += 1
                guard state.count > 4 else { return [frame] }
                guard let delayed = state.delayed else {
                    state.delayed = frame
                    return []
                }
                state.delayed = nil
                return [frame, delayed]
            }
        case .composesCharacters: return [frame.precomposedStringWithCanonicalMapping]
        default: return [frame]
        }
    }
}
