import DatasyncConcurrency
import DatasyncWire
import Dispatch

/// The shell of a ``SocketTaskState``: runs its effects on a queue of its own, so that the receiver gets one event at a time.
final class SocketTaskConnection: TransportConnection {
    typealias Receiver = @Sendable (TransportEvent) -> Void

    private let task: any SocketTask
    private let clock: SocketTaskClock
    private let queue = DispatchQueue(label: "datasync.socket")
    /// The state, which only the queue changes.
    private let state: Guarded<SocketTaskState>
    /// The receiver, until the connection has ended or the application has closed it.
    private let receiver: Guarded<ApplicationOwned<Receiver>?>

    init(
        to authority: String, over task: any SocketTask, _ options: SocketTaskOptions, _ clock: SocketTaskClock,
        _ receive: @escaping Receiver
    ) {
        self.task = task
        self.clock = clock
        state = Guarded(SocketTaskState(to: authority, options))
        receiver = Guarded(ApplicationOwned(receive))
    }

    func start() { change { $0.start(now: $1) } }

    func send(_ frame: String) { change { state, _ in state.send(frame) } }

    func close() {
        // Released here, outside the lock.
        _ = receiver.exchange(nil)
        change { $0.close(now: $1) }
    }

    private func change(
        _ body: @escaping @Sendable (inout SocketTaskState, _ now: Duration) -> [SocketTaskState.Effect]
    ) {
        // The task's closures retain the connection until it has sent its last frames.
        queue.async { [self] in
            let now = clock.now()
            for effect in state.withLock({ body(&$0, now) }) { execute(effect) }
        }
    }

    private func execute(_ effect: SocketTaskState.Effect) {
        switch effect {
        case .resume: task.resume { [self] event in change { $0.handle(event, now: $1) } }
        case .send(let text): task.send(text) { [self] failure in change { $0.sent(failure, now: $1) } }
        case .receive: task.receive { [self] result in change { $0.received(result, now: $1) } }
        case .ping: task.ping { [self] failure in change { $0.answered(failure, now: $1) } }
        case .close(let code, let reason): task.close(code: code, reason: reason)
        case .cancel: task.cancel()
        case .deliver(.frame(let text)): receiver.withLock(\.self)?.value(.frame(text))
        case .deliver(let end): receiver.exchange(nil)?.value(end)
        case .wake(let time):
            clock.runLater(time - clock.now()) { [weak self] in self?.change { $0.woke(now: $1) } }
        }
    }
}
