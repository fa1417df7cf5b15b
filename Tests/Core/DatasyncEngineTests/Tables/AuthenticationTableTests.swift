import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// The effects of each call by the user of the client and of the session.
@Suite("Effects of calls with a user")
struct AuthenticationTableTests {
    /// The user, `ann`.
    enum User: CaseIterable, Sendable {
        case none
        /// Signs in before the first connection.
        case unsent
        case sent
        case accepted
        /// Accepted, while the sign-in of `bob` has no response yet.
        case changing
        /// Accepted on a connection that was lost.
        case offline
    }

    private static func prepare(_ user: User, _ scene: inout Scene) {
        if user == .unsent { scene.state.enableConnection(true) } else { scene.connect() }
        guard user != .none else { return }
        _ = scene.state.authenticate("ann")
        if user == .unsent || user == .sent { return }
        scene.respond()
        if user == .changing { _ = scene.state.authenticate("bob") }
        if user == .offline { scene.lose() }
    }

    static let cells = EffectTable<User>.cells(
        [
            .init(
                "the application signs in as eve",
                [
                    .none: "send auth eve; signing in eve", .unsent: "settle 1 cancelled; signing in eve",
                    .sent: "send auth eve; signing in eve", .accepted: "send auth eve; signing in eve",
                    .changing: "send auth eve; signing in eve", .offline: "signing in eve",
                ]
            ) { _ = $0.state.authenticate("eve") },
            .init(
                "the application signs out",
                [
                    .none: "send unauth; signed out", .unsent: "settle 1 cancelled; settle 2 ok; signed out",
                    .sent: "send unauth; signed out", .accepted: "send unauth; signed out",
                    .changing: "send unauth; signed out", .offline: "settle 2 ok; signed out",
                ]
            ) { _ = $0.state.authenticate(nil) },
            .init(
                "the back end accepts",
                [.sent: "signed in ann; settle 1 ok", .changing: "signed in bob; settle 2 ok"]
            ) { $0.respond() },
            .init(
                "the back end refuses",
                [.sent: "signed out; settle 1 invalidToken", .changing: "signed in ann; settle 2 invalidToken"]
            ) { $0.respond(.invalidToken) },
            .init(
                "the connection is lost and opened, and the back end accepts",
                [
                    .none: "disconnected; diagnose disconnected; open; connected",
                    .unsent: "disconnected; diagnose disconnected; open; connected; send auth ann; signed in ann; "
                        + "settle 1 ok",
                    .sent: "disconnected; diagnose disconnected; open; connected; send auth ann; signed in ann; "
                        + "settle 1 ok",
                    .accepted: "disconnected; diagnose disconnected; open; connected; send auth ann; signed in ann",
                    .changing: "disconnected; diagnose disconnected; open; connected; send auth bob; signed in bob; "
                        + "settle 2 ok",
                    .offline: "open; connected; send auth ann; signed in ann",
                ]
            ) { scene in
                scene.lose()
                scene.connect()
                scene.respond()
            },
            .init("the back end ends the rights", [.accepted: "signed out"]) {
                $0.state.received(.message(.push(.authenticationRevoked(status: .expiredToken, reason: nil))), now: 0)
            },
            .init(
                "the back end ends the rights, and the connection is lost and opened",
                [
                    .none: "disconnected; diagnose disconnected; open; connected",
                    .unsent: "disconnected; diagnose disconnected; open; connected; send auth ann",
                    .sent: "disconnected; diagnose disconnected; open; connected; send auth ann",
                    .accepted: "signed out; disconnected; diagnose disconnected; open; connected",
                    .changing: "disconnected; diagnose disconnected; open; connected; send auth bob",
                    .offline: "open; connected; send auth ann",
                ]
            ) { scene in
                scene.state.received(
                    .message(.push(.authenticationRevoked(status: .expiredToken, reason: nil))), now: 0)
                scene.lose()
                scene.connect()
            },
            .init(
                "the connection is lost and opened",
                [
                    .none: "disconnected; diagnose disconnected; open; connected",
                    .unsent: "disconnected; diagnose disconnected; open; connected; send auth ann",
                    .sent: "disconnected; diagnose disconnected; open; connected; send auth ann",
                    .accepted: "disconnected; diagnose disconnected; open; connected; send auth ann",
                    .changing: "disconnected; diagnose disconnected; open; connected; send auth bob",
                    .offline: "open; connected; send auth ann",
                ]
            ) { scene in
                scene.lose()
                scene.connect()
            },
            .init(
                "the application releases the client",
                [
                    .none: "close; disconnected", .unsent: "close; disconnected; settle 1 released",
                    .sent: "close; disconnected; settle 1 released", .accepted: "close; disconnected",
                    .changing: "close; disconnected; settle 2 released", .offline: "close; disconnected",
                ]
            ) { $0.state.release() },
        ], prepare)

    @Test("a call has the effects of the table", arguments: cells)
    func cell(_ cell: EffectTable<User>.Cell) throws {
        let (effects, violatedInvariant) = try cell.run()
        #expect(effects == cell.effects)
        #expect(violatedInvariant == nil)
    }
}
