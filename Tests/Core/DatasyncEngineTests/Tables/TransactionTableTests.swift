import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// The effects of each call while a transaction is in each of its phases.
@Suite("Effects of calls during a transaction")
struct TransactionTableTests {
    /// The phase of the transaction, which writes 1 to a node of unknown value.
    enum Phase: CaseIterable, Sendable {
        case computing
        case reading
        /// Computed while the first connection is being opened.
        case waiting
        case sent
    }

    private static func prepare(_ phase: Phase, _ scene: inout Scene) {
        if phase == .waiting { scene.state.enableConnection(true) } else { scene.connect() }
        scene.operation = scene.state.beginTransaction(at: Scene.path, isVisible: true)
        switch phase {
        case .computing: break
        case .reading: compute(nil, &scene)
        case .waiting, .sent: compute(1, &scene)
        }
    }

    /// Passes the result of the function, which ran on the unknown value.
    private static func compute(_ number: Double?, _ scene: inout Scene) {
        guard let operation = scene.operation else { return }
        scene.state.computed(
            operation, number.map { WriteValue(.number($0)) },
            from: TransactionInput(node: .null, isAcknowledged: false, isKnown: false), now: 0)
    }

    static let cells = EffectTable<Phase>.cells(
        [
            .init("the function returns 1", [.computing: "send put /n 1 if unchanged"]) { compute(1, &$0) },
            .init("the function aborts", [.computing: "send get /n"]) { compute(nil, &$0) },
            .init(
                "the back end responds with 2",
                [.reading: "compute 1 2", .sent: "settle 1 committed 1"]
            ) { $0.respond(.ok, 2) },
            .init(
                "the back end refuses",
                [.reading: "settle 1 permissionDenied", .sent: "settle 1 permissionDenied"]
            ) { $0.respond(.permissionDenied) },
            .init(
                "the back end has another value",
                [.reading: "settle 1 unavailable", .sent: "compute 1 null unknown"]
            ) { $0.respond(.dataStale) },
            .init("the back end pushes 2", [:]) { $0.push(2) },
            .init(
                "the back end pushes 2, and the function returns 1", [.computing: "compute 1 2"]
            ) { scene in
                scene.push(2)
                compute(1, &scene)
            },
            .init(
                "the back end pushes 2 and has another value than the input",
                [.reading: "settle 1 unavailable", .sent: "compute 1 2"]
            ) { scene in
                scene.push(2)
                scene.respond(.dataStale)
            },
            .init(
                "the client writes 3",
                [
                    .computing: "send put /n 3", .reading: "settle 1 overridden; send put /n 3",
                    .waiting: "settle 1 overridden", .sent: "send put /n 3",
                ]
            ) { try $0.set(3) },
            .init(
                "the client writes 3, and the function returns 1",
                [
                    .computing: "send put /n 3; settle 1 overridden", .reading: "settle 1 overridden; send put /n 3",
                    .waiting: "settle 1 overridden", .sent: "send put /n 3",
                ]
            ) { scene in
                try scene.set(3)
                compute(1, &scene)
            },
            .init(
                "the connection is lost",
                [
                    .computing: "disconnected; diagnose disconnected", .reading: "disconnected; diagnose disconnected",
                    .waiting: "disconnected; diagnose disconnected", .sent: "disconnected; diagnose disconnected",
                ]
            ) { $0.lose() },
            .init(
                "the connection is lost and opened",
                [
                    .computing: "disconnected; diagnose disconnected; open; connected",
                    .reading: "disconnected; diagnose disconnected; open; connected; send get /n",
                    .waiting: "disconnected; diagnose disconnected; open; connected; compute 1 null unknown",
                    .sent: "disconnected; diagnose disconnected; open; connected; send put /n 1 if unchanged",
                ]
            ) { scene in
                scene.lose()
                scene.connect()
            },
            .init(
                "the application releases the client",
                [
                    .computing: "close; disconnected; settle 1 released",
                    .reading: "close; disconnected; settle 1 released",
                    .waiting: "close; disconnected; settle 1 released", .sent: "close; disconnected; settle 1 released",
                ]
            ) { $0.state.release() },
        ], prepare)

    @Test("a call has the effects of the table", arguments: cells)
    func cell(_ cell: EffectTable<Phase>.Cell) throws {
        let (effects, violatedInvariant) = try cell.run()
        #expect(effects == cell.effects)
        #expect(violatedInvariant == nil)
    }
}
