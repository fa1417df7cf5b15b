package import DatasyncTree
package import DatasyncWire

/// Random messages of both sides.
extension SeededGenerator {
    package mutating func path() -> Path { Path((0..<below(5)).map { _ in Key(unchecked: keyText()) }) }

    package mutating func window() throws -> Window {
        let start = below(2) == 0 ? nil : keyText()
        let end = below(2) == 0 ? nil : keyText()
        return try Window(
            start: start, end: end, limit: below(2) == 0 ? nil : 1 + below(100), side: pick([.first, .last]))
    }

    package mutating func anyNode() throws -> Node { try Node(json(levels: 3)) }

    /// Returns a value to write, with some server values.
    package mutating func writeValue() throws -> WriteValue {
        var value = json(levels: 2)
        let serverValue: JSON = pick([
            [".sv": "timestamp"], [".sv": ["increment": 2.5, "from": -1]], [".sv": ["increment": 1]],
        ])
        switch below(5) {
        case 0: value = serverValue
        case 1: value = ["a": value, "s": serverValue, "t": [serverValue, 1]]
        case 2: value = ["a": ["b": serverValue, ".priority": 1], ".priority": "p"]
        default: break
        }
        return try WriteValue(value, at: .root, readsPriorities: true)
    }

    package mutating func parts() throws -> [MergePart] {
        let places = ["a", "b/c", "b/d/e", "0", "é"].shuffled(using: &self).prefix(below(6))
        return try MergePart.parts(
            .object(places.map { JSON.Member($0, try writeValue().json) }), at: .root, readsPriorities: true)
    }

    package mutating func writeNumber() -> WriteNumber? {
        if below(2) == 0 { return nil }
        let lowest = 1 + UInt64(below(1 << 20))
        return WriteNumber(
            client: UInt128(next()) << 64 | UInt128(next()), number: lowest + UInt64(below(100)),
            lowestUnanswered: lowest)
    }

    package mutating func optionalText() -> String? { below(2) == 0 ? nil : text() }

    package mutating func action() throws -> Request.Action {
        let window = try window()
        let tag = window.isAll ? nil : 1 + below(1000)
        switch below(12) {
        case 0: return .listen(path: path(), window: window, tag: tag, hash: text())
        case 1: return .unlisten(path: path(), window: window, tag: tag)
        case 2: return .get(path: path(), window: window)
        case 3:
            return .put(path: path(), value: try writeValue(), expectedHash: optionalText(), writeNumber: writeNumber())
        case 4: return .merge(path: path(), parts: try parts(), writeNumber: writeNumber())
        case 5: return .setOnDisconnect(path: path(), value: try writeValue(), writeNumber: writeNumber())
        case 6: return .mergeOnDisconnect(path: path(), parts: try parts(), writeNumber: writeNumber())
        case 7: return .cancelOnDisconnect(path: path(), writeNumber: writeNumber())
        case 8: return .authenticate(credential: text(), override: pick([nil, .null, ["uid": .string(text())]]))
        case 9: return .unauthenticate
        case 10: return .webhook(webhookRequest())
        default: return .statistics
        }
    }

    package mutating func webhookRequest() -> WebhookRequest {
        let kinds = EventKind.allCases.filter { !$0.isAcknowledgement }.shuffled(using: &self).prefix(1 + below(5))
        switch below(4) {
        case 0:
            let content = WebhookContent(
                path: path(), kinds: kinds, address: text(), context: optionalText(),
                expires: below(2) == 0 ? nil : Double(below(1 << 42)))
            return .add(content, id: text(), secret: text())
        case 1: return .list
        case 2: return .change(id: text(), kinds: WebhookContent.ordered(kinds))
        default: return .remove(id: text())
        }
    }

    package mutating func clientMessage() throws -> ClientMessage {
        switch below(12) {
        case 0: .keepAlive
        case 1: .ping
        case 2: .pong
        default: .request(Request(number: 1 + below(1_000_000), action: try action()))
        }
    }

    package mutating func status() -> Status {
        pick([
            .permissionDenied, .dataStale, .invalidToken, .expiredToken, .unavailable, .tooBig, .invalidData,
            .invalidPath,
        ])
    }

    package mutating func push() throws -> Push {
        let tag = below(2) == 0 ? nil : 1 + below(1000)
        switch below(5) {
        case 0: return .set(path: path(), node: try anyNode(), tag: tag)
        case 1: return .merge(path: path(), children: try parts().map { ($0.path, $0.value.node) }, tag: tag)
        case 2: return .revoked(path: path(), window: try window(), status: status(), reason: optionalText())
        case 3: return .authenticationRevoked(status: status(), reason: text())
        default: return .securityDebug(text())
        }
    }

    package mutating func backendMessage() throws -> BackendMessage {
        switch below(9) {
        case 0:
            .control(
                .hello(
                    time: Double(below(1 << 42)), version: "5", host: text(), session: text(),
                    numbersWrites: below(2) == 0, hasWebhooks: below(2) == 0))
        case 1: .control(.reset(host: optionalText()))
        case 2: .control(.shutdown(reason: text()))
        case 3: .control(pick([.ping, .pong]))
        case 4: .response(Response(number: 1 + below(1000), status: .ok, data: try anyNode()))
        case 5: .response(Response(number: 1 + below(1000), status: status(), reason: text()))
        default: .push(try push())
        }
    }

    /// Returns the text of a message of either side.
    package mutating func messageText() throws -> String {
        below(2) == 0 ? try clientMessage().text : try backendMessage().text
    }
}
