import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// The effects of each call while an on-disconnect write is in each of its states.
@Suite("Effects of calls with an on-disconnect write")
struct OnDisconnectTableTests {
    /// The state of the on-disconnect write, which puts 1.
    enum Registration: CaseIterable, Sendable {
        case none
        /// Registered before the first connection.
        case unsent
        case sent
        case confirmed
        /// Confirmed, and registered again on each connection.
        case repeating
    }

    private static func prepare(_ registration: Registration, _ scene: inout Scene) throws {
        if registration == .unsent { scene.state.enableConnection(true) } else { scene.connect() }
        guard registration != .none else { return }
        try register(1, repeats: registration == .repeating, &scene)
        if registration == .confirmed || registration == .repeating { scene.respond() }
    }

    private static func register(_ number: Double, repeats: Bool = false, _ scene: inout Scene) throws {
        _ = try scene.state.setOnDisconnect(WriteValue(.number(number)), at: Scene.path, repeats: repeats)
    }

    static let cells = EffectTable<Registration>.cells(
        [
            .init(
                "the application registers 2",
                [
                    .none: "send on-disconnect put /n 2", .sent: "send on-disconnect put /n 2",
                    .confirmed: "send on-disconnect put /n 2", .repeating: "send on-disconnect put /n 2",
                ]
            ) { try register(2, &$0) },
            .init(
                "the application cancels",
                [
                    .none: "send on-disconnect cancel /n", .unsent: "settle 1 cancelled",
                    .sent: "settle 1 cancelled; send on-disconnect cancel /n",
                    .confirmed: "send on-disconnect cancel /n", .repeating: "send on-disconnect cancel /n",
                ]
            ) { _ = $0.state.cancelOnDisconnect(at: Scene.path) },
            .init(
                "the application cancels at the root",
                [
                    .none: "send on-disconnect cancel /", .unsent: "settle 1 cancelled",
                    .sent: "settle 1 cancelled; send on-disconnect cancel /",
                    .confirmed: "send on-disconnect cancel /", .repeating: "send on-disconnect cancel /",
                ]
            ) { _ = $0.state.cancelOnDisconnect(at: .root) },
            .init(
                "the application cancels below",
                [
                    .none: "send on-disconnect cancel /n/a", .sent: "send on-disconnect cancel /n/a",
                    .confirmed: "send on-disconnect cancel /n/a", .repeating: "send on-disconnect cancel /n/a",
                ]
            ) { _ = $0.state.cancelOnDisconnect(at: Scene.path.child(Key(unchecked: "a"))) },
            .init("the back end accepts", [.sent: "settle 1 ok"]) { $0.respond() },
            .init("the back end refuses", [.sent: "settle 1 permissionDenied"]) { $0.respond(.permissionDenied) },
            .init(
                "the connection is opened, or lost and opened",
                [
                    .none: "disconnected; diagnose disconnected; open; connected",
                    .unsent: "connected; send on-disconnect put /n 1",
                    .sent: "disconnected; diagnose disconnected; open; connected; send on-disconnect put /n 1",
                    .confirmed: "disconnected; diagnose disconnected; open; connected",
                    .repeating: "disconnected; diagnose disconnected; open; connected; send on-disconnect put /n 1",
                ]
            ) { scene in
                if scene.state.isReady { scene.lose() }
                scene.connect()
            },
            .init(
                "the application releases the client",
                [
                    .none: "close; disconnected", .unsent: "close; disconnected; settle 1 released",
                    .sent: "close; disconnected; settle 1 released", .confirmed: "close; disconnected",
                    .repeating: "close; disconnected",
                ]
            ) { $0.state.release() },
        ], prepare)

    @Test("a call has the effects of the table", arguments: cells)
    func cell(_ cell: EffectTable<Registration>.Cell) throws {
        let (effects, violatedInvariant) = try cell.run()
        #expect(effects == cell.effects)
        #expect(violatedInvariant == nil)
    }
}
