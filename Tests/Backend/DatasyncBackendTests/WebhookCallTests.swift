import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

/// Requests about webhooks: the rights, the number of calls, and the responses to sessions that are gone.
struct WebhookCallTests {
    private static let rules = #"{"rules": {".read": true, ".write": true, "a": {".webhooks": "auth.uid == 'ada'"}}}"#

    private func connected(hasWebhooks: Bool = true, user: String?) throws -> (BackendState, SessionID) {
        var state = BackendState(rules: try RulesDocument(source: Self.rules.utf8))
        state.hasWebhooks = hasWebhooks
        let (session, deliveries) = state.opened(state.makePort(), now: 0)
        guard case .message(.control(.hello(_, _, _, _, _, let announced)))? = deliveries.first?.event else {
            throw DatasyncError(.unavailable, "no greeting")
        }
        #expect(announced == hasWebhooks)
        let id = try #require(session)
        if let user {
            let request = Request(number: 1, action: .authenticate(credential: user))
            _ = state.received(.request(request), from: id, now: 0)
        }
        return (state, id)
    }

    private func request(_ number: Int, _ webhook: WebhookRequest) -> ClientMessage {
        .request(Request(number: number, action: .webhook(webhook)))
    }

    private func add(_ path: String) throws -> WebhookRequest {
        let content = WebhookContent(path: try Path(path), kinds: [.valueChange], address: "https://example.org")
        return .add(content, id: "x", secret: "y")
    }

    private func lines(_ deliveries: [BackendState.Delivery]) -> [String] {
        deliveries.compactMap { delivery in
            guard case .message(.response(let response)) = delivery.event else { return nil }
            return "\(response.number) \(response.status.rawValue)"
        }
    }

    @Test(
        "a call needs a host, a user and the right [webhooks 10]",
        arguments: [
            (true, "ada", "/a", nil), (true, "ada", "/b", "9 permission_denied"),
            (true, "bob", "/a", "9 permission_denied"),
            (true, nil, "/a", "9 permission_denied"), (false, "ada", "/a", "9 unavailable"),
        ] as [(Bool, String?, String, String?)])
    func rights(hasWebhooks: Bool, user: String?, path: String, refusal: String?) throws {
        var (state, id) = try connected(hasWebhooks: hasWebhooks, user: user)
        let deliveries = state.received(request(9, try add(path)), from: id, now: 0)
        #expect(lines(deliveries) == [refusal].compactMap(\.self))
        let calls = state.takeWebhookCalls()
        #expect(calls.count == (refusal == nil ? 1 : 0))
        #expect(calls.first?.user?.uid == (refusal == nil ? user : nil))
    }

    @Test(
        "a session has at most 16 calls without a response; a response to an ended session has no effect [webhooks 12]")
    func limit() throws {
        var (state, id) = try connected(user: "ada")
        for number in 2..<18 {
            #expect(lines(state.received(request(number, .list), from: id, now: 0)) == [])
        }
        #expect(lines(state.received(request(18, .list), from: id, now: 0)) == ["18 too_many_requests"])
        let calls = state.takeWebhookCalls()
        try #require(calls.count == 16)
        #expect(state.takeWebhookCalls().isEmpty)
        #expect(lines(state.respond(.done(.null), to: calls[3])) == ["5 ok"])
        #expect(lines(state.received(request(19, .list), from: id, now: 0)) == [])
        #expect(lines(state.respond(.refused(.invalidData, "no"), to: calls[0])) == ["2 invalid_data"])
        _ = state.closed(id, now: 0)
        #expect(state.respond(.done(.null), to: calls[1]).isEmpty)
    }
}
