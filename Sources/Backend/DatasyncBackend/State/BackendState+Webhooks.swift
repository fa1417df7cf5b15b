import DatasyncTree
import DatasyncWire

/// Requests about webhooks: the state decides about the rights, and the program around the back end does the rest.
extension BackendState {
    /// The number of calls of a session without a response.
    private static let webhookCallLimit = 16

    /// Queues a call for the shell, if the session's user has the right.
    mutating func call(
        _ request: WebhookRequest, _ number: Int, from id: SessionID, now: Double
    ) throws(Refusal) {
        guard hasWebhooks else {
            throw Refusal(
                .unavailable, "This back end has no webhooks; a server has them with a data directory or a database.")
        }
        guard let count = sessions[id]?.webhookCalls, count < Self.webhookCallLimit else {
            throw Refusal(
                .tooManyRequests,
                "\(Self.webhookCallLimit) requests about webhooks have no response yet; wait for them.")
        }
        let principal = principal(of: id)
        var user: RuleAuth?
        if case .client(let auth) = principal {
            guard let auth else {
                throw Refusal(.permissionDenied, "A webhook belongs to a user, and this client has none.")
            }
            if case .add(let content, _, _) = request {
                _ = try checkReading(content.path, .all, by: principal, now: now)
                let context = RuleContext(auth: auth, now: time(of: now), data: data)
                guard rules.allowWebhook(at: content.path, in: context) else {
                    throw Refusal(
                        .permissionDenied,
                        "No rule .webhooks at \(content.path) or above it allows this user a webhook.")
                }
            }
            user = auth
        }
        sessions[id]?.webhookCalls += 1
        webhookCalls.append(WebhookCall(request: request, user: user, session: id, number: number))
    }

    /// Returns the calls that the shell has to make.
    package mutating func takeWebhookCalls() -> [WebhookCall] {
        if webhookCalls.isEmpty { return [] }
        defer { webhookCalls = [] }
        return webhookCalls
    }

    /// Responds to a call, unless its session has ended.
    package mutating func respond(_ outcome: WebhookCall.Outcome, to call: WebhookCall) -> [Delivery] {
        guard sessions[call.session] != nil else { return [] }
        sessions[call.session]?.webhookCalls -= 1
        let response =
            switch outcome {
            case .done(let data): Response(number: call.number, status: .ok, data: data)
            case .refused(let status, let reason):
                Response(number: call.number, status: status, reason: reason)
            }
        return [delivery(call.session, .response(response))]
    }
}
