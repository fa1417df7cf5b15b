import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// Requests about webhooks: their wait for a connection, their repetition, and the user to whom they belong.
@Suite("Requests about webhooks")
struct WebhookRequestTests {
    private let request = WebhookRequest.add(
        WebhookContent(path: Path([Key(unchecked: "orders")]), kinds: [.childAddition], address: "https://example.org"),
        id: "a1", secret: "s")

    private func connect(_ state: inout EngineState, hasWebhooks: Bool = true) {
        state.effects = []
        state.received(
            .message(
                .control(
                    .hello(
                        time: 0, version: "5", host: "h", session: "s", numbersWrites: true, hasWebhooks: hasWebhooks))),
            now: 0)
    }

    private func lose(_ state: inout EngineState) {
        state.received(.closed(reason: "cut"), now: 0)
        state.received(.available, now: 0)
    }

    private func sent(_ state: EngineState) -> [String] {
        state.effects.compactMap { effect in
            guard case .send(.request(let request)) = effect else { return nil }
            switch request.action {
            case .webhook(let webhook): return webhook == self.request ? "the webhook" : "another webhook"
            case .authenticate: return "the credential"
            default: return "another request"
            }
        }
    }

    private func results(_ state: EngineState) -> [String] {
        state.effects.compactMap { effect in
            guard case .settle(_, let result) = effect else { return nil }
            switch result {
            case .success(let outcome): return outcome.node.text
            case .failure(let error): return error.code.rawValue
            }
        }
    }

    private func answer(_ state: inout EngineState, _ status: Status = .ok, _ data: Node? = nil) {
        let response = Response(
            number: state.nextRequest - 1, status: status, reason: status == .ok ? nil : "No rule allows it.",
            data: data)
        state.received(.message(.response(response)), now: 0)
    }

    @Test("a request waits for the connection, and follows the credential [webhooks 11]")
    func waits() throws {
        var state = EngineState(client: 1)
        _ = state.authenticate("ann")
        _ = state.request(request)
        state.enableConnection(true)
        #expect(sent(state) == [])
        connect(&state)
        #expect(sent(state) == ["the credential", "the webhook"])
        answer(&state, .ok, try Node("made"))
        #expect(results(state) == [#""made""#])
    }

    @Test("a back end that has not announced webhooks gets no request [webhooks 11]")
    func isRefused() {
        var state = EngineState(client: 1)
        state.enableConnection(true)
        connect(&state, hasWebhooks: false)
        _ = state.request(request)
        #expect(sent(state) == [])
        #expect(results(state) == ["unavailable"])
    }

    @Test("a request without a response is repeated unchanged on the next connection [webhooks 11]")
    func isRepeated() {
        var state = EngineState(client: 1)
        state.enableConnection(true)
        connect(&state)
        _ = state.request(request)
        lose(&state)
        #expect(results(state) == [])
        connect(&state)
        #expect(sent(state) == ["the webhook"])
        answer(&state, .permissionDenied)
        #expect(results(state) == ["permissionDenied"])
    }

    @Test("a request is never made for the next user [webhooks 11]", arguments: [false, true])
    func belongsToUser(isSent: Bool) {
        var state = EngineState(client: 1)
        state.enableConnection(true)
        connect(&state)
        _ = state.authenticate("ann")
        answer(&state, .ok)
        if isSent { _ = state.request(request) }
        lose(&state)
        if !isSent { _ = state.request(request) }
        state.effects = []
        _ = state.authenticate("bea")
        #expect(results(state) == ["cancelled"])
        connect(&state)
        #expect(sent(state) == ["the credential"])
    }

    @Test("a client that is released rejects the requests that wait")
    func isReleased() {
        var state = EngineState(client: 1)
        _ = state.request(request)
        state.release()
        #expect(results(state) == ["released"])
    }
}
