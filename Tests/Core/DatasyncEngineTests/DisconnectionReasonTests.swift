import DatasyncConcurrency
import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// A sequence of connection events, with the expected states and diagnostics.
struct ConnectionStory: CustomTestStringConvertible, Sendable {
    enum Step: Sendable {
        case enable
        case disable
        case receive(LinkEvent)
    }

    static let hello = LinkEvent.message(
        .control(.hello(time: 5, version: "5", host: "host", session: "session")))

    let name: String
    let steps: [Step]
    /// The reason in the state after the last step.
    let reason: String?
    /// The reasons that the diagnostics name, in order.
    var diagnosed: [String] = []

    var testDescription: String { name }
}

@Suite("Reasons of failed connections")
struct DisconnectionReasonTests {
    static let stories: [ConnectionStory] = [
        .init(name: "an attempt that has not ended has no reason", steps: [.enable], reason: nil),
        .init(
            name: "a failed attempt has the reason of the link",
            steps: [.enable, .receive(.closed(reason: "no route"))], reason: "no route", diagnosed: ["no route"]),
        .init(
            name: "the reason stays while the client reconnects",
            steps: [.enable, .receive(.closed(reason: "no route")), .receive(.available)], reason: "no route",
            diagnosed: ["no route"]),
        .init(
            name: "the reason goes with the hello",
            steps: [
                .enable, .receive(.closed(reason: "no route")), .receive(.available), .receive(ConnectionStory.hello),
            ], reason: nil, diagnosed: ["no route"]),
        .init(
            name: "the same reason is diagnosed once until the next hello",
            steps: [
                .enable, .receive(.closed(reason: "no route")), .receive(.available),
                .receive(.closed(reason: "no route")),
            ], reason: "no route", diagnosed: ["no route"]),
        .init(
            name: "each distinct reason is diagnosed, the earlier one not again",
            steps: [
                .enable, .receive(.closed(reason: "no route")), .receive(.available),
                .receive(.closed(reason: "no certificate")), .receive(.available),
                .receive(.closed(reason: "no route")),
            ], reason: "no route", diagnosed: ["no route", "no certificate"]),
        .init(
            name: "after a hello the same reason is diagnosed again",
            steps: [
                .enable, .receive(.closed(reason: "no route")), .receive(.available), .receive(ConnectionStory.hello),
                .receive(.closed(reason: "no route")),
            ], reason: "no route", diagnosed: ["no route", "no route"]),
        .init(
            name: "an application that disconnects takes the reason away",
            steps: [.enable, .receive(.closed(reason: "no route")), .disable], reason: nil, diagnosed: ["no route"]),
        .init(
            name: "a connection that the application closes has no reason",
            steps: [.enable, .receive(ConnectionStory.hello), .disable, .receive(.closed(reason: "closed"))],
            reason: nil),
        .init(
            name: "an empty reason says so",
            steps: [.enable, .receive(.closed(reason: ""))], reason: "No reason was given.",
            diagnosed: ["No reason was given."]),
        .init(
            name: "a shutdown carries its reason, the end of its connection adds none",
            steps: [
                .enable, .receive(ConnectionStory.hello),
                .receive(.message(.control(.shutdown(reason: "maintenance")))), .receive(.closed(reason: "closed")),
            ], reason: "The back end shuts down: maintenance", diagnosed: ["The back end shuts down: maintenance."]),
        .init(
            name: "a reset names the host",
            steps: [
                .enable, .receive(ConnectionStory.hello), .receive(.message(.control(.reset(host: "b.example")))),
            ], reason: "The back end asks for a new connection to b.example.",
            diagnosed: ["The back end asks for a new connection to b.example."]),
        .init(
            name: "a reset without a host",
            steps: [.enable, .receive(ConnectionStory.hello), .receive(.message(.control(.reset(host: nil))))],
            reason: "The back end asks for a new connection.",
            diagnosed: ["The back end asks for a new connection."]),
    ]

    @Test("the state and the diagnostics give the reason", arguments: stories)
    func story(_ story: ConnectionStory) throws {
        var state = EngineState(client: 1)
        for step in story.steps {
            switch step {
            case .enable: state.enableConnection(true)
            case .disable: state.enableConnection(false)
            case .receive(let event): state.received(event, now: 0)
            }
        }
        #expect(state.connectionStatus.disconnectionReason == story.reason)
        let errors = state.effects.compactMap { if case .diagnose(let error) = $0 { error } else { nil } }
        #expect(errors.count == story.diagnosed.count)
        for (error, reason) in zip(errors, story.diagnosed) {
            #expect(error.code == .disconnected)
            #expect(error.message.contains(reason))
        }
    }

    @Test("the diagnostic has the failure, its reason, and the next action of the client")
    func message() throws {
        var state = EngineState(client: 1)
        state.enableConnection(true)
        state.received(.closed(reason: "no route"), now: 0)
        state.received(.available, now: 0)
        state.received(ConnectionStory.hello, now: 0)
        state.received(.closed(reason: "The cable broke."), now: 0)
        let messages = state.effects.compactMap { if case .diagnose(let error) = $0 { error.message } else { nil } }
        let next = "The client reconnects by itself, and sends its subscriptions and pending writes then."
        #expect(
            messages == [
                "The connection to the back end could not be opened: no route. \(next)",
                "The connection to the back end was lost: The cable broke. \(next)",
            ])
    }

    @Test("the engine passes on the state and then the diagnostic")
    func engine() {
        let link = PlayedLink()
        let log = Guarded<[String]>([])
        let engine = Engine(
            link: link, clock: { 0 }, random: { 1 },
            connectionChanged: { state in log.withLock { $0.append("\(state)") } },
            diagnose: { error in log.withLock { $0.append(error.code.rawValue) } })
        engine.enableConnection(true)
        link.say(.closed(reason: "no route"))
        #expect(
            log.withLock(\.self) == [
                #"disconnected(offset: nil, isInitializing: true, reason: nil, nextAttempt: nil)"#,
                #"disconnected(offset: nil, isInitializing: false, reason: Optional("no route"), nextAttempt: nil)"#,
                "disconnected",
            ])
    }
}
