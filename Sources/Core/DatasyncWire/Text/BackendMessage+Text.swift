package import DatasyncTree

extension BackendMessage {
    /// The text of the message, not yet cut into frames.
    package var text: String {
        switch self {
        case .control(let control): control.json.text
        case .response(let response): Envelope.data(response.json).text
        case .push(let push): push.text
        }
    }

    /// Reads the text of a message.
    ///
    /// - Throws: ``DatasyncError``, whose message names the unknown or malformed part.
    package init(text: String) throws(DatasyncError) {
        switch try Envelope(text) {
        case .control(let type, let json): self = .control(try Control(type, json))
        case .data(let json):
            if let name = json["a"]?.string {
                self = .push(try Push(name, json["b"] ?? [:]))
            } else {
                self = .response(try Response(json))
            }
        }
    }
}

extension Control {
    fileprivate var json: JSON {
        switch self {
        case .hello(let time, let version, let host, let session, let numbersWrites, let hasWebhooks):
            Envelope.control(
                "h",
                .object(
                    [
                        JSON.Member("ts", .number(time)), JSON.Member("v", .string(version)),
                        JSON.Member("h", .string(host)), JSON.Member("s", .string(session)),
                    ] + (numbersWrites ? [JSON.Member("w", true)] : [])
                        + (hasWebhooks ? [JSON.Member("wh", true)] : [])))
        case .reset(let host): Envelope.control("r", host.map(JSON.string) ?? .null)
        case .shutdown(let reason): Envelope.control("s", .string(reason))
        case .ping: Envelope.control("p", [:])
        case .pong: Envelope.control("o", [:])
        }
    }

    fileprivate init(_ type: String, _ json: JSON) throws(DatasyncError) {
        switch type {
        case "h":
            guard let time = json["ts"]?.number, let version = json["v"]?.string else {
                throw DatasyncError(.malformedText, "A hello needs a time (ts) and a version (v).")
            }
            // The range of an ECMAScript date, in milliseconds around 1970.
            guard time.magnitude <= 8.64e15 else {
                throw DatasyncError(
                    .malformedText, "The time (ts) of a hello is out of range; it counts milliseconds since 1970.")
            }
            self = .hello(
                time: time, version: version, host: json["h"]?.string ?? "", session: json["s"]?.string ?? "",
                numbersWrites: json["w"]?.boolean ?? false, hasWebhooks: json["wh"]?.boolean ?? false)
        case "r": self = .reset(host: json.string)
        case "s": self = .shutdown(reason: json.string ?? "")
        case "p": self = .ping
        case "o": self = .pong
        default: throw DatasyncError(.malformedText, "The control message \(type.quoted(atMost: 20)) is unknown.")
        }
    }
}

extension Response {
    fileprivate var json: JSON {
        let empty: JSON = warnings.isEmpty ? [:] : ["w": .array(warnings.map(JSON.string))]
        let data: JSON = status == .ok ? data?.exportJSON ?? empty : .string(reason ?? "")
        return ["r": .number(Double(number)), "b": ["s": .string(status.rawValue), "d": data]]
    }

    fileprivate init(_ json: JSON) throws(DatasyncError) {
        guard let number = json["r"]?.integer, let word = json["b"]?["s"]?.string else {
            throw DatasyncError(.malformedText, "An answer needs a number (r) and a status (b.s).")
        }
        let data = json["b"]?["d"]
        let status = Status(rawValue: word)
        if status == .ok {
            // Some responses carry something other than data, such as the identity of the signed-in user.
            self.init(
                number: number, status: status, data: data.flatMap { try? Node($0) },
                warnings: data?["w"]?.array?.compactMap(\.string) ?? [])
        } else {
            self.init(number: number, status: status, reason: data?.string)
        }
    }
}

extension Push {
    /// Returns the text of a message with a tag, made from the text without the tag.
    ///
    /// - Parameters:
    ///   - text: The text of the message without a tag, as UTF-8 bytes.
    ///   - tag: The tag.
    /// - Returns: The text as UTF-8 bytes.
    package static func tagged(_ text: [UInt8], _ tag: Int) -> [UInt8] {
        text.dropLast(dataEnd.utf8.count) + Array(",\"t\":\(tag)\(dataEnd)".utf8)
    }

    /// The end of the text of a message with data.
    private static let dataEnd = "}}}"

    /// The text of a message with data, as UTF-8 bytes; `nil` for other pushes.
    ///
    /// Written directly, without an intermediate JSON tree, because the data may be large.
    package var dataBytes: [UInt8]? {
        var bytes: [UInt8] = []
        func begin(_ name: String, _ path: Path) {
            bytes += "{\"t\":\"d\",\"d\":{\"a\":\"\(name)\",\"b\":{\"p\":".utf8
            JSON.write(path.relativeText, to: &bytes)
            bytes += ",\"d\":".utf8
        }
        let pushTag: Int?
        switch self {
        case .set(let path, let node, let tag):
            begin("d", path)
            node.writeExport(to: &bytes)
            pushTag = tag
        case .merge(let path, let children, let tag):
            begin("m", path)
            for (index, child) in children.enumerated() {
                bytes += (index == 0 ? "{" : ",").utf8
                JSON.write(child.0.relativeText, to: &bytes)
                bytes += ":".utf8
                child.1.writeExport(to: &bytes)
            }
            bytes += (children.isEmpty ? "{}" : "}").utf8
            pushTag = tag
        case .revoked, .authenticationRevoked, .securityDebug: return nil
        }
        bytes += Self.dataEnd.utf8
        return pushTag.map { Self.tagged(bytes, $0) } ?? bytes
    }

    fileprivate var text: String {
        dataBytes.map { String(decoding: $0, as: UTF8.self) } ?? Envelope.data(json).text
    }

    private var json: JSON {
        switch self {
        case .set, .merge: .null  // written by `dataBytes`
        case .revoked(let path, let window, let status, let reason):
            ["a": "c", "b": Self.revocation(path, window, status, reason)]
        case .authenticationRevoked(let status, let reason):
            ["a": "ac", "b": ["s": .string(status.rawValue), "d": .string(reason ?? "")]]
        case .securityDebug(let text): ["a": "sd", "b": ["msg": .string(text)]]
        }
    }

    fileprivate init(_ name: String, _ body: JSON) throws(DatasyncError) {
        switch name {
        case "d":
            let path = try Self.path(body, allowsPriority: true)
            self = .set(path: path, node: try Node(body["d"] ?? .null, at: path), tag: body["t"]?.integer)
        case "m":
            let path = try Self.path(body)
            guard let members = body["d"]?.members else {
                throw DatasyncError(.malformedText, "A merge push needs an object (d).")
            }
            var children: [(Path, Node)] = []
            for member in members {
                let relative = try Path(member.name, allowsPriority: true)
                children.append((relative, try Node(member.value, at: path.appending(relative))))
            }
            self = .merge(path: path, children: children, tag: body["t"]?.integer)
        case "c":
            self = .revoked(
                path: try Self.path(body), window: try Window(query: body["q"]),
                status: body["s"]?.string.map(Status.init) ?? .permissionDenied, reason: body["d"]?.string)
        case "ac":
            self = .authenticationRevoked(
                status: body["s"]?.string.map(Status.init) ?? .invalidToken, reason: body["d"]?.string)
        case "sd": self = .securityDebug(body["msg"]?.string ?? "")
        default:
            throw DatasyncError(
                .malformedText, "The push \(name.quoted(atMost: 20)) is unknown; known are d, m, c, ac, sd.")
        }
    }

    private static func revocation(_ path: Path, _ window: Window, _ status: Status, _ reason: String?) -> JSON {
        var body = [JSON.Member("p", .string(path.relativeText)), JSON.Member("s", .string(status.rawValue))]
        if let query = window.queryJSON { body.append(JSON.Member("q", query)) }
        if let reason { body.append(JSON.Member("d", .string(reason))) }
        return .object(body)
    }

    private static func path(_ body: JSON, allowsPriority: Bool = false) throws(DatasyncError) -> Path {
        guard let text = body["p"]?.string else { throw DatasyncError(.malformedText, "A push needs a path (p).") }
        return try Path(text, allowsPriority: allowsPriority)
    }
}
