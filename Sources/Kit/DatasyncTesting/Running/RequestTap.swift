import DatasyncBackend
import DatasyncTree
import DatasyncWire

/// A link that reports each request before it is sent.
struct RequestTap: Link {
    private struct Connection: LinkConnection {
        let inner: any LinkConnection
        let note: @Sendable (Request) -> Void

        func send(_ message: ClientMessage) {
            if case .request(let request) = message { note(request) }
            inner.send(message)
        }

        func close() { inner.close() }
    }

    let inner: any Link
    let note: @Sendable (Request) -> Void

    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        Connection(inner: inner.open(receive), note: note)
    }
}

extension Request {
    private static let words = [
        "q": "listen", "n": "unlisten", "g": "get", "p": "put", "m": "merge", "o": "onDisconnect",
        "om": "onDisconnect merge", "oc": "onDisconnect cancel",
    ]

    /// The request as a trace line: its action, path, query and data, without numbers, tags and hashes.
    var traceText: String {
        let request = (try? JSONParser.parse(ClientMessage.request(self).text))?["d"]
        let (name, body) = (request?["a"]?.string ?? "", request?["b"] ?? .null)
        let isConditional = name == "p" && body["h"] != nil
        let parts = [
            Self.words[name] ?? name, body["p"]?.string, body["q"]?.text, body["d"]?.text, body["cred"]?.string,
            isConditional ? "if unchanged" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
