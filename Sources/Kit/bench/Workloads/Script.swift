/// The listeners, the initial data and the measured operations of one workload in one mode.
package struct Script: Sendable {
    /// A window by key, from the first child on.
    struct Bounds: Sendable {
        var first: String?
        var last: String?
        var limit: Int?
    }

    /// A listener of a path.
    struct Listener: Sendable {
        enum Kind: Sendable {
            /// Changes of the value.
            case value
            /// Additions, changes and removals of children.
            case child
        }

        let path: String
        let kind: Kind
        /// The window; `nil` for all children.
        var bounds: Bounds?
    }

    /// A measured operation.
    enum Operation: Sendable {
        case write(String, ScriptValue)
        case push(String, ScriptValue)
        case listen(Listener)
        /// Cancels the latest listener.
        case cancel
        /// Disconnects and reconnects; the back end confirms the data of the latest listener by its hash.
        case reconnect
    }

    /// The first key of paths whose writes get no response even if the script acknowledges writes.
    static let silent = "silent"

    /// The name of the workload and the mode, for messages.
    let title: String
    /// Whether the back end pushes and acknowledges each write.
    let acknowledges: Bool
    /// The back end's data before the measurement; `nil` for none.
    var initial: (path: String, value: ScriptValue)?
    /// The listeners before the measurement.
    var listeners: [Listener] = []
    /// The number of events that the listeners receive before the measurement.
    var initialEventCount = 0
    /// The operations before the measurement; they raise no counted events.
    var prior: [Operation] = []
    var operations: [Operation] = []
    /// The number of events that the operations raise.
    package internal(set) var eventCount = 0

    init(_ title: String, mode: Mode) {
        self.title = "\(title) \(mode.rawValue)"
        acknowledges = mode == .acked
    }

    /// Checks the number of counted events.
    ///
    /// - Throws: ``BenchError`` if an event is missing or was delivered twice.
    package func check(_ count: Int, in bed: String) throws(BenchError) {
        guard count != eventCount else { return }
        throw BenchError(
            "\(title) in the bed \(bed) delivered \(count) events, but \(eventCount) are right. The time of a wrong result "
                + "means nothing: correct the engine or the bed before measuring.")
    }

    /// Checks the number of events that the listeners received before the measurement.
    ///
    /// - Throws: ``BenchError`` if the number is wrong.
    func checkInitial(_ count: Int, in bed: String) throws(BenchError) {
        guard count != initialEventCount else { return }
        throw BenchError(
            "\(title) in the bed \(bed) delivered \(count) initial events, but \(initialEventCount) are right. Correct the "
                + "engine or the bed before measuring.")
    }
}
