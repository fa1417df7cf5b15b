import DatasyncConcurrency
import DatasyncWebSocket
import DatasyncWire

/// The state of a connection over a ``SocketTask``: decides what is sent, when it ends, and with which reason.
///
/// ```
///   opening ── opened ──▶ open ── the task reports an end ──▶ ending ── all is known ──▶ over
///      │                   ├───── a limit, or close() ──▶ closing ── all is sent ────────▶ over
///      └──────────── close(), or a failure ───────────────────────────────────────────────┘
/// ```
///
/// Pure: the caller passes in the calls, the events of the task and the time, and executes the effects in order. One
/// message is sent and one is received at a time: the task promises no order for several.
struct SocketTaskState: Sendable {
    enum Effect: Sendable {
        case resume
        case send(String)
        case receive
        case ping
        case close(code: Int, reason: String)
        case cancel
        case deliver(TransportEvent)
        /// Calls `woke` at a time.
        case wake(at: Duration)
    }

    private enum Phase: Sendable {
        case opening
        case open
        /// The task has reported a part of its end.
        case ending
        /// The application, or this state, has closed the connection; the task may still send.
        case closing
        case over
    }

    private let authority: String
    private let options: SocketTaskOptions
    private var phase = Phase.opening
    private var watch: KeepAlive?
    /// The time at which something is due in the current phase.
    private var deadline: Duration?
    /// The earliest time at which `woke` will be called.
    private var wakesAt: Duration?

    private var waiting = Fifo<String>()
    private var waitingBytes = 0
    /// The size of the message that the task is sending.
    private var sendingBytes: Int?
    private var isReceiving = false

    /// The close frame of the server.
    private var closure: (code: Int?, reason: String)?
    private var failure: SocketTaskFailure?
    private var isCompleted = false
    private var hasSentClose = false

    init(to authority: String, _ options: SocketTaskOptions) {
        self.authority = authority
        self.options = options
    }

    // MARK: The application's side

    mutating func start(now: Duration) -> [Effect] {
        deadline = now + options.handshakeTimeout
        return [.resume] + wake()
    }

    mutating func send(_ text: String) -> [Effect] {
        guard phase == .opening || phase == .open else { return [] }
        waiting.append(text)
        waitingBytes += text.utf8.count
        if waitingBytes > options.maximumWaitingBytes {
            return fail(
                "More than \(options.maximumWaitingBytes) bytes wait to be sent; the server is too slow.")
        }
        return sendNext()
    }

    mutating func close(now: Duration) -> [Effect] {
        switch phase {
        case .opening, .ending: return end()
        case .open:
            phase = .closing
            deadline = now + options.closingTimeout
            return sendNext() + wake()
        case .closing, .over: return []
        }
    }

    // MARK: The task's side

    mutating func handle(_ event: SocketTaskEvent, now: Duration) -> [Effect] {
        switch (event, phase) {
        case (_, .over): return []
        case (.opened, .opening):
            phase = .open
            watch = KeepAlive(
                KeepAlive.Intervals(silence: options.pingAfter, grace: options.pongTimeout), now: now)
            isReceiving = true
            return [.receive] + sendNext() + check(now: now)
        case (.opened, _): return []
        case (.closed(let code, let reason), _): closure = closure ?? (code, reason)
        case (.completed(let failure), _):
            isCompleted = true
            // The last word of the task: it knows the cause of the earlier failures.
            self.failure = failure ?? self.failure
        }
        return proceedToEnd(now: now)
    }

    mutating func sent(_ failure: SocketTaskFailure?, now: Duration) -> [Effect] {
        waitingBytes -= sendingBytes ?? 0
        sendingBytes = nil
        guard let failure else { return sendNext() }
        waiting.removeAll()
        return note(failure, now: now)
    }

    mutating func received(_ result: Result<SocketMessage, SocketTaskFailure>, now: Duration) -> [Effect] {
        isReceiving = false
        guard phase == .open || phase == .ending else { return [] }
        switch result {
        case .success(.text(let text)):
            guard text.utf8.count <= options.maximumMessageBytes else {
                return violated(
                    1009, "A message has more than \(options.maximumMessageBytes) bytes; send it in parts.", now: now)
            }
            watch?.received(now: now)
            isReceiving = true
            return [.deliver(.frame(text)), .receive]
        case .success(.binary):
            return violated(1003, "A binary frame; the protocol of the database uses text.", now: now)
        case .failure(let failure): return note(failure, now: now)
        }
    }

    mutating func answered(_ failure: SocketTaskFailure?, now: Duration) -> [Effect] {
        // A failure comes with the end of the task.
        if failure == nil { watch?.received(now: now) }
        return []
    }

    mutating func woke(now: Duration) -> [Effect] {
        wakesAt = nil
        return check(now: now)
    }

    /// Does what is due at a time.
    private mutating func check(now: Duration) -> [Effect] {
        if phase == .open {
            switch watch?.check(now: now) {
            case nil: return []
            case .wait(let time)?:
                deadline = time
                return wake()
            case .ping(let next)?:
                deadline = next
                return [.ping] + wake()
            case .dead?: return fail("Nothing arrived from the server, and a ping was not answered.")
            }
        }
        guard let deadline else { return [] }
        if now < deadline { return wake() }
        switch phase {
        case .opening: return fail(opening("The handshake took longer than \(options.handshakeTimeout)."))
        case .ending: return fail(reason)
        case .open, .closing, .over: return end()
        }
    }

    // MARK: Sending

    private mutating func sendNext() -> [Effect] {
        guard phase == .open || phase == .closing, sendingBytes == nil else { return [] }
        if let text = waiting.popFirst() {
            sendingBytes = text.utf8.count
            return [.send(text)]
        }
        // The end of the task comes with `completed`, or with the deadline.
        guard phase == .closing, !hasSentClose else { return [] }
        hasSentClose = true
        return [.close(code: 1000, reason: "")]
    }

    // MARK: Ending

    private mutating func note(_ failure: SocketTaskFailure, now: Duration) -> [Effect] {
        self.failure = self.failure ?? failure
        return proceedToEnd(now: now)
    }

    /// Ends the connection if the task has reported all of its end, or waits for the rest.
    ///
    /// The task reports an end in several ways and in any order, and messages that arrived before may still follow.
    private mutating func proceedToEnd(now: Duration) -> [Effect] {
        switch phase {
        case .opening:
            return isCompleted
                ? fail(
                    opening(failure?.reason ?? "The server closed the connection during the handshake."),
                    isRefusal: failure?.isRefusal ?? false)
                : []
        case .open, .ending:
            if !isReceiving && (isCompleted || closure != nil) { return fail(reason) }
            guard phase == .open else { return [] }
            phase = .ending
            deadline = now + options.endTimeout
            return wake()
        case .closing: return isCompleted || failure != nil ? end() : []
        case .over: return []
        }
    }

    /// The reason of an end that the task has reported.
    private var reason: String {
        if let closure {
            let code = closure.code.map { " with code \($0)" } ?? ""
            let text = closure.reason
            let end = text.isEmpty ? "." : text.hasSuffix(".") ? ": \(text)" : ": \(text)."
            return "The server closed the connection\(code)\(end)"
        }
        guard let failure else { return "The server closed the connection without a reason." }
        return "The connection was lost. \(failure.reason)"
    }

    private func opening(_ reason: String) -> String { "The connection to \(authority) could not be opened. \(reason)" }

    /// Closes a connection whose server breaks the protocol, with a close frame.
    private mutating func violated(_ code: Int, _ reason: String, now: Duration) -> [Effect] {
        phase = .closing
        hasSentClose = true
        waiting.removeAll()
        deadline = now + options.closingTimeout
        return [
            .deliver(.closed(reason: "The server breaks the WebSocket protocol. \(reason)")),
            .close(code: code, reason: reason),
        ] + wake()
    }

    private mutating func fail(_ reason: String, isRefusal: Bool = false) -> [Effect] {
        [.deliver(isRefusal ? .refused(reason: reason) : .closed(reason: reason))] + end()
    }

    private mutating func end() -> [Effect] {
        phase = .over
        deadline = nil
        watch = nil
        waiting.removeAll()
        return [.cancel]
    }

    /// Asks for a call at the deadline, unless one comes earlier anyway.
    private mutating func wake() -> [Effect] {
        guard let deadline else { return [] }
        if let wakesAt, wakesAt <= deadline { return [] }
        wakesAt = deadline
        return [.wake(at: deadline)]
    }
}
