import DatasyncTree
package import DatasyncWire

/// Requests about webhooks, which wait for a connection and are repeated after it was lost.
extension EngineState {
    package mutating func request(_ webhooks: WebhookRequest, handlers: OperationHandlers? = nil) -> OperationID {
        let operation = makeOperation(handlers)
        if isReady { send(operation, webhooks) } else { waitingWebhooks.append((operation, webhooks)) }
        return operation
    }

    mutating func sendWaitingWebhooks() {
        let waiting = waitingWebhooks
        waitingWebhooks = []
        for (operation, request) in waiting { send(operation, request) }
    }

    private mutating func send(_ operation: OperationID, _ request: WebhookRequest) {
        guard session.hasWebhooks else {
            return settle(
                operation,
                .failure(
                    DatasyncError(
                        .unavailable, at: request.path.description,
                        "This back end has no webhooks. Connect to a Datasync server with a data directory or a database; of "
                            + "an embedded back end, use subscribe(path:events:from:).")))
        }
        send(.webhook(request), for: .webhook(operation, request, user: user))
    }

    mutating func handleResponse(_ operation: OperationID, _ request: WebhookRequest, _ response: Response) {
        guard response.status == .ok else {
            let error = DatasyncError(
                response.status, reason: response.reason, doing: request.verb, at: request.path)
            return settle(operation, .failure(error))
        }
        settle(operation, .success(.value(response.data ?? .null, isAcknowledged: true)))
    }

    /// Keeps a request without a response for the next connection, unless its user has left.
    mutating func interrupt(_ operation: OperationID, _ request: WebhookRequest, of maker: UserIdentity?) {
        guard maker == user else { return abandon(operation, request, isSent: true) }
        waitingWebhooks.append((operation, request))
    }

    /// Settles a request whose user has left.
    mutating func abandon(_ operation: OperationID, _ request: WebhookRequest, isSent: Bool) {
        settle(operation, .failure(abandoned("request about webhooks", at: request.path, isSent: isSent)))
    }
}

extension WebhookRequest {
    /// The path of a new webhook; the root for all other requests.
    var path: Path { if case .add(let content, _, _) = self { content.path } else { .root } }

    /// The wording for errors.
    fileprivate var verb: String {
        switch self {
        case .add: "add a webhook at"
        case .list: "list the webhooks of"
        case .change: "change a webhook of"
        case .remove: "remove a webhook of"
        }
    }
}
