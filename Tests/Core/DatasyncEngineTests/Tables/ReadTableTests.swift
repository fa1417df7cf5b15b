import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// The effects of each call by what the client knows of the node that is read.
@Suite("Effects of calls with a read")
struct ReadTableTests {
    /// The knowledge of the client about the node, and its connection.
    enum Knowledge: CaseIterable, Sendable {
        case opening
        case connected
        /// Connected, with a subscription whose value is 5.
        case subscribed
        /// Connected, with a write of 1 that has no response yet.
        case writing
        case offline
        /// Offline, with a subscription whose value was 5.
        case offlineSubscribed
        /// Offline, with a write of 1.
        case offlineWriting
        /// Offline, with the kept value 5 of an ended subscription.
        case offlineKept
    }

    private static func prepare(_ knowledge: Knowledge, _ scene: inout Scene) throws {
        if knowledge == .opening { return scene.state.enableConnection(true) }
        scene.connect()
        switch knowledge {
        case .subscribed, .offlineSubscribed, .offlineKept:
            scene.listen()
            scene.push(5)
            scene.respond()
        case .writing, .offlineWriting: try scene.set(1)
        default: break
        }
        if knowledge == .offlineKept, let registration = scene.registration { scene.state.unlisten(registration) }
        switch knowledge {
        case .offline, .offlineSubscribed, .offlineWriting, .offlineKept: scene.lose()
        default: break
        }
    }

    private static func read(_ scene: inout Scene) { _ = scene.state.read(Scene.query) }

    static let cells = EffectTable<Knowledge>.cells(
        [
            .init(
                "the application reads",
                [
                    .connected: "send get /n", .subscribed: "send get /n", .writing: "send get /n",
                    .offline: "settle 1 null unknown", .offlineSubscribed: "settle 1 5",
                    .offlineWriting: "settle 2 1 local", .offlineKept: "settle 1 5",
                ]
            ) { read(&$0) },
            .init(
                "the back end responds with 7",
                [
                    .connected: "send get /n; settle 1 7", .subscribed: "send get /n; settle 1 7",
                    .writing: "send get /n; settle 2 1 local",
                    .offline: "settle 1 null unknown", .offlineSubscribed: "settle 1 5",
                    .offlineWriting: "settle 2 1 local", .offlineKept: "settle 1 5",
                ]
            ) { scene in
                read(&scene)
                scene.respond(.ok, 7)
            },
            .init(
                "the back end refuses",
                [
                    .connected: "send get /n; settle 1 permissionDenied",
                    .subscribed: "send get /n; settle 1 permissionDenied",
                    .writing: "send get /n; settle 2 permissionDenied",
                    .offline: "settle 1 null unknown", .offlineSubscribed: "settle 1 5",
                    .offlineWriting: "settle 2 1 local", .offlineKept: "settle 1 5",
                ]
            ) { scene in
                read(&scene)
                scene.respond(.permissionDenied)
            },
            .init(
                "the back end responds without data",
                [
                    .connected: "send get /n; settle 1 unavailable", .subscribed: "send get /n; settle 1 unavailable",
                    .writing: "send get /n; settle 2 unavailable",
                    .offline: "settle 1 null unknown", .offlineSubscribed: "settle 1 5",
                    .offlineWriting: "settle 2 1 local", .offlineKept: "settle 1 5",
                ]
            ) { scene in
                read(&scene)
                scene.respond()
            },
            .init(
                "the connection is lost before the response",
                [
                    .opening: "settle 1 null unknown; disconnected; diagnose disconnected",
                    .connected: "send get /n; settle 1 null unknown; disconnected; diagnose disconnected",
                    .subscribed: "send get /n; settle 1 5; disconnected; diagnose disconnected",
                    .writing: "send get /n; settle 2 1 local; disconnected; diagnose disconnected",
                    .offline: "settle 1 null unknown", .offlineSubscribed: "settle 1 5",
                    .offlineWriting: "settle 2 1 local", .offlineKept: "settle 1 5",
                ]
            ) { scene in
                read(&scene)
                scene.lose()
            },
            .init(
                "the application releases the client before the response",
                [
                    .opening: "close; settle 1 null unknown; disconnected",
                    .connected: "send get /n; close; settle 1 null unknown; disconnected",
                    .subscribed: "send get /n; close; settle 1 5; disconnected; end cancelled",
                    .writing: "send get /n; close; settle 2 1 local; disconnected; settle 1 released",
                    .offline: "settle 1 null unknown; close; disconnected",
                    .offlineSubscribed: "settle 1 5; close; disconnected; end cancelled",
                    .offlineWriting: "settle 2 1 local; close; disconnected; settle 1 released",
                    .offlineKept: "settle 1 5; close; disconnected",
                ]
            ) { scene in
                read(&scene)
                scene.state.release()
            },
        ], prepare)

    @Test("a call has the effects of the table", arguments: cells)
    func cell(_ cell: EffectTable<Knowledge>.Cell) throws {
        let (effects, violatedInvariant) = try cell.run()
        #expect(effects == cell.effects)
        #expect(violatedInvariant == nil)
    }
}
