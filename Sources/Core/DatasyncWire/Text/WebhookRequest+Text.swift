package import DatasyncTree

extension WebhookRequest {
    /// The name and the body of the request's action.
    var nameAndBody: (String, JSON) {
        switch self {
        case .add(let content, let id, let secret):
            var members = [
                JSON.Member("p", .string(content.path.description)), JSON.Member("i", .string(id)),
                JSON.Member("k", .string(secret)), JSON.Member("e", Self.json(of: content.kinds)),
                JSON.Member("u", .string(content.address)),
            ]
            if let context = content.context { members.append(JSON.Member("c", .string(context))) }
            if let expires = content.expires { members.append(JSON.Member("x", .number(expires))) }
            return ("wa", .object(members))
        case .list: return ("wl", [:])
        case .change(let id, let kinds): return ("wc", ["i": .string(id), "e": Self.json(of: kinds)])
        case .remove(let id): return ("wr", ["i": .string(id)])
        }
    }

    private static func json(of kinds: [EventKind]) -> JSON { .array(kinds.map { .string($0.rawValue) }) }

    /// Reads the body of an action; `nil` for actions that have nothing to do with webhooks.
    init?(_ name: String, _ body: JSON) throws(DatasyncError) {
        switch name {
        case "wa":
            guard let text = body["p"]?.string, let address = body["u"]?.string, let secret = body["k"]?.string else {
                throw DatasyncError(
                    .malformedText, "The action wa needs a path (p), an address (u) and a secret (k), all texts.")
            }
            let content = WebhookContent(
                path: try Path(text), kinds: try Self.kinds(body), address: address, context: body["c"]?.string,
                expires: body["x"]?.number)
            self = .add(content, id: try Self.id(body), secret: secret)
        case "wl": self = .list
        case "wc": self = .change(id: try Self.id(body), kinds: WebhookContent.ordered(try Self.kinds(body)))
        case "wr": self = .remove(id: try Self.id(body))
        default: return nil
        }
    }

    private static func id(_ body: JSON) throws(DatasyncError) -> String {
        if let id = body["i"]?.string { return id }
        throw DatasyncError(.malformedText, "A request about a webhook needs its identifier text (i).")
    }

    private static func kinds(_ body: JSON) throws(DatasyncError) -> [EventKind] {
        let names = body["e"]?.array ?? []
        if names.isEmpty {
            throw DatasyncError(.malformedText, "A webhook needs the list of its events (e), which is not empty.")
        }
        return try EventKind.kinds(ofWebhook: names)
    }
}

extension EventKind {
    /// Reads the names of a webhook's events.
    ///
    /// - Throws: ``DatasyncError`` `invalidValue` for a name that is unknown, or of an acknowledgement.
    package static func kinds(ofWebhook names: [JSON]) throws(DatasyncError) -> [EventKind] {
        var kinds: [EventKind] = []
        for name in names {
            guard let kind = name.string.flatMap(EventKind.init), !kind.isAcknowledgement else {
                throw DatasyncError(
                    .invalidValue,
                    "The event \((name.string ?? name.text).quoted(atMost: 40)) of a webhook is unknown; use value, "
                        + "child_added, child_changed, child_removed or child_moved.")
            }
            kinds.append(kind)
        }
        return kinds
    }
}
