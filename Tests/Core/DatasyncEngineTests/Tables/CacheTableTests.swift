import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// The effects of each call by what is retained of an ended subscription.
@Suite("Effects of calls with the offline cache")
struct CacheTableTests {
    /// The data that the client retains of a subscription whose value was 5.
    enum Retained: CaseIterable, Sendable {
        case nothing
        /// The subscription has not ended.
        case subscription
        /// The value, unchanged.
        case kept
        /// The value, with its changes.
        case updated
    }

    private static func prepare(_ retained: Retained, _ scene: inout Scene) {
        scene.connect()
        guard retained != .nothing else { return }
        scene.listen()
        scene.push(5)
        scene.respond()
        guard retained != .subscription else { return }
        if retained == .updated { scene.state.apply(.keepUpdating, to: Scene.query) }
        if let registration = scene.registration { scene.state.unlisten(registration) }
    }

    /// Loses the connection and reads, which shows what the cache holds.
    private static func readOffline(_ scene: inout Scene) {
        scene.lose()
        _ = scene.takeEffects()
        _ = scene.state.read(Scene.query)
    }

    static let cells = EffectTable<Retained>.cells(
        [
            .init(
                "the application reads offline",
                [
                    .nothing: "settle 1 null unknown", .subscription: "settle 1 5", .kept: "settle 1 5",
                    .updated: "settle 1 5",
                ]
            ) { readOffline(&$0) },
            .init(
                "the back end pushes 6, and the application reads offline",
                [
                    .nothing: "settle 1 null unknown", .subscription: "settle 1 6", .kept: "settle 1 5",
                    .updated: "settle 1 6",
                ]
            ) { scene in
                scene.push(6)
                readOffline(&scene)
            },
            .init("the back end pushes 6", [.subscription: "raise 6"]) { $0.push(6) },
            .init("the policy forget", [:]) { $0.state.apply(.forget, to: Scene.query) },
            .init(
                "the policy forget, and a read offline",
                [
                    .nothing: "settle 1 null unknown", .subscription: "settle 1 5", .kept: "settle 1 null unknown",
                    .updated: "settle 1 5",
                ]
            ) { scene in
                scene.state.apply(.forget, to: Scene.query)
                readOffline(&scene)
            },
            .init("the policy keep", [:]) { $0.state.apply(.keep, to: Scene.query) },
            .init("the policy keepUpdating", [.nothing: "send listen /n", .kept: "send listen /n"]) {
                $0.state.apply(.keepUpdating, to: Scene.query)
            },
            .init(
                "the application subscribes again",
                [
                    .nothing: "send listen /n", .subscription: "raise 5", .kept: "send listen /n",
                    .updated: "raise 5",
                ]
            ) { $0.listen() },
            .init(
                "the application cleans the cache", [.updated: "send unlisten /n; end cancelled"]
            ) { $0.state.cleanCache() },
            .init(
                "the application cleans the cache, and reads offline",
                [
                    .nothing: "settle 1 null unknown", .subscription: "settle 1 5", .kept: "settle 1 null unknown",
                    .updated: "settle 1 null unknown",
                ]
            ) { scene in
                scene.state.cleanCache()
                readOffline(&scene)
            },
            .init(
                "the connection is lost and opened",
                [
                    .nothing: "disconnected; diagnose disconnected; open; connected",
                    .subscription: "disconnected; diagnose disconnected; open; connected; send listen /n if changed",
                    .kept: "disconnected; diagnose disconnected; open; connected",
                    .updated: "disconnected; diagnose disconnected; open; connected; send listen /n if changed",
                ]
            ) { scene in
                scene.lose()
                scene.connect()
            },
        ], prepare)

    @Test("a call has the effects of the table", arguments: cells)
    func cell(_ cell: EffectTable<Retained>.Cell) throws {
        let (effects, violatedInvariant) = try cell.run()
        #expect(effects == cell.effects)
        #expect(violatedInvariant == nil)
    }
}
