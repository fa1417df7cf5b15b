package import DatasyncTree

extension ClientMessage {
    /// The text of the message, not yet cut into frames.
    package var text: String {
        switch self {
        case .keepAlive: "0"
        case .ping: Envelope.control("p", [:]).text
        case .pong: Envelope.control("o", [:]).text
        case .request(let request): Envelope.data(request.json).text
        }
    }

    /// Reads the text of a message.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limits: The limits at which reading stops.
    ///   - mayWrite: Returns whether a write of the client at a path may be allowed; the data of other writes are not read.
    /// - Throws: ``MalformedRequest``, with the number of the request if that could be read.
    package init(
        text: String, limits: JSONParser.Limits = JSONParser.Limits(), mayWrite: (Path) -> Bool = { _ in true }
    ) throws(MalformedRequest) {
        if text == "0" {
            self = .keepAlive
            return
        }
        let envelope: Envelope
        do throws(DatasyncError) {
            var limits = limits
            // A shorter text has fewer parts than the limit.
            if text.utf8.count > limits.children, text.isMerge { limits.mergeDepth = 4 }
            envelope = try Envelope(text, limits: limits)
        } catch {
            if error.code == .tooLarge, let request = Request(tooLarge: text, reason: error.message) {
                self = .request(request)
                return
            }
            throw MalformedRequest(number: nil, status: Status(error.code), reason: error.message)
        }
        switch envelope {
        case .control("p", _): self = .ping
        case .control("o", _): self = .pong
        case .control(let type, _):
            throw MalformedRequest(
                number: nil, status: .invalidData, reason: "The control message \(type.quoted(atMost: 20)) is unknown.")
        case .data(let json):
            guard let number = json["r"]?.integer else {
                throw MalformedRequest(
                    number: nil, status: .invalidData, reason: "A request needs an integer number (r); this has none.")
            }
            do throws(DatasyncError) {
                self = .request(try Request(number: number, json, mayWrite))
            } catch {
                throw MalformedRequest(number: number, status: Status(error.code), reason: error.message)
            }
        }
    }
}

extension String {
    /// The number of bytes around the data of a message within which a client writes the number and the action.
    fileprivate static var edge: Int { 200 }

    /// Whether a message is a merge, as far as its beginning shows.
    fileprivate var isMerge: Bool {
        let beginning = Substring(utf8.prefix(Self.edge))
        return beginning.contains(#""a":"m""#) || beginning.contains(#""a":"om""#)
    }
}

extension Request {
    /// Reads the numbers of a write whose data are too large; `nil` without a request number at its beginning.
    ///
    /// The refusal consumes the number of the write, so that the client does not send it again.
    fileprivate init?(tooLarge text: String, reason: String) {
        let beginning = Substring(text.utf8.prefix(String.edge))
        guard let place = beginning.firstRange(of: #""r":"#),
            let number = Int(beginning[place.upperBound...].prefix { $0.isNumber })
        else { return nil }
        var writeNumber: WriteNumber?
        let end = Substring(text.utf8.suffix(String.edge))
        if let place = end.ranges(of: #""w":["#).last, let close = end[place.upperBound...].firstIndex(of: "]") {
            let json = try? JSONParser.parse("[\(end[place.upperBound..<close])]")
            writeNumber = json.flatMap { try? WriteNumber($0) }
        }
        self.init(number: number, action: .write(.set(WriteValue(.null), at: .root), writeNumber: writeNumber))
        refusal = Refusal(status: .tooBig, reason: reason)
    }
}

extension Status {
    /// Creates the status for an error in the data of a request.
    package init(_ code: ErrorCode) {
        switch code {
        case .invalidPath: self = .invalidPath
        case .tooLarge: self = .tooBig
        default: self = .invalidData
        }
    }
}

extension Request {
    /// The maximum number of merge parts whose paths are checked before the data are read.
    private static let checkedParts = 16

    /// Reads a request; for a write that cannot be allowed, only the path and the number.
    fileprivate init(number: Int, _ json: JSON, _ mayWrite: (Path) -> Bool) throws(DatasyncError) {
        guard let place = try Self.forbiddenPlace(json, mayWrite) else {
            self.init(number: number, action: try Action(json))
            return
        }
        self.init(number: number, action: try Action(json, withoutData: true))
        refusal = Refusal(status: .permissionDenied, reason: "The rules do not allow writing \(place).")
    }

    /// Returns a path that a write may not write, regardless of its data; `nil` for all other requests.
    private static func forbiddenPlace(_ json: JSON, _ mayWrite: (Path) -> Bool) throws(DatasyncError) -> Path? {
        guard let name = json["a"]?.string, ["p", "m", "o", "om"].contains(name), let body = json["b"],
            let text = body["p"]?.string, let data = body["d"]
        else { return nil }
        let path = try Path(text, allowsPriority: true)
        guard name.hasSuffix("m") else { return mayWrite(path) ? nil : path }
        for member in (data.members ?? []).prefix(checkedParts) {
            let place = path.appending(try Path.root.resolving(member.name, allowsPriority: true))
            if !mayWrite(place) { return place }
        }
        return nil
    }

    fileprivate var json: JSON {
        let (name, body) = action.nameAndBody
        return .object([
            JSON.Member("r", .number(Double(number))), JSON.Member("a", .string(name)), JSON.Member("b", body),
        ])
    }
}

extension Request.Action {
    fileprivate var nameAndBody: (String, JSON) {
        switch self {
        case .listen(let path, let window, let tag, let hash):
            ("q", .body(path, query: window, tag: tag, hash.map { [JSON.Member("h", .string($0))] } ?? []))
        case .unlisten(let path, let window, let tag): ("n", .body(path, query: window, tag: tag))
        case .get(let path, let window): ("g", .body(path, query: window))
        case .write(let write, let hash, let number):
            (
                write.isMerge ? "m" : "p",
                .body(write, hash.map { [JSON.Member("h", .string($0))] } ?? [], number: number)
            )
        case .writeOnDisconnect(let write, let number): (write.isMerge ? "om" : "o", .body(write, number: number))
        case .cancelOnDisconnect(let path, let number): ("oc", .body(path, [JSON.Member("d", .null)] + number.members))
        case .authenticate(let credential, nil): ("auth", ["cred": .string(credential)])
        case .authenticate(let credential, let user?) where user.isNull:
            ("auth", ["cred": .string(credential), "noauth": true])
        case .authenticate(let credential, let user?): ("auth", ["cred": .string(credential), "authvar": user])
        case .unauthenticate: ("unauth", [:])
        case .statistics: ("s", ["c": [:]])
        case .webhook(let request): request.nameAndBody
        }
    }

    /// Reads the user whose rights the owner asks for: `authvar`, or `noauth` for none; `nil` without both.
    private static func override(_ body: JSON, of name: String) throws(DatasyncError) -> JSON? {
        switch (body["authvar"], body["noauth"]?.content) {
        case (nil, nil), (nil, .boolean(false)?): return nil
        case (nil, .boolean(true)?): return .null
        case (let user?, nil) where user.isObject: return user
        // Without the error, the session would have more rights than the client asks for.
        default:
            throw DatasyncError(
                .malformedText,
                "The action \(name) should have an object as authvar or a boolean as noauth, and not both.")
        }
    }

    private static func unknown(_ name: String) -> DatasyncError {
        DatasyncError(
            .malformedText,
            "The action \(name.quoted(atMost: 20)) is unknown; known are q, n, g, p, m, o, om, oc, auth, unauth, s, wa, wl, "
                + "wc and wr.")
    }

    fileprivate init(_ json: JSON, withoutData: Bool = false) throws(DatasyncError) {
        guard let name = json["a"]?.string else {
            throw DatasyncError(.malformedText, "A request needs the name of an action (a); this has none.")
        }
        let body = json["b"] ?? [:]
        switch name {
        case "auth", "gauth":
            guard let credential = body["cred"]?.string else {
                throw DatasyncError(.malformedText, "The action auth needs a credential text (cred).")
            }
            self = .authenticate(credential: credential, override: try Self.override(body, of: name))
            return
        case "unauth":
            self = .unauthenticate
            return
        // Attestations of applications have no effect here.
        case "s", "appcheck", "unappeck":
            self = .statistics
            return
        default:
            if let request = try WebhookRequest(name, body) {
                self = .webhook(request)
                return
            }
        }
        guard ["q", "l", "n", "u", "g", "p", "m", "o", "om", "oc"].contains(name) else {
            throw Self.unknown(name)
        }
        guard let text = body["p"]?.string else {
            throw DatasyncError(.malformedText, "The action \(name) needs a path text (p).")
        }
        let path = try Path(text, allowsPriority: name == "p" || name == "o")
        guard path.count <= Path.maximumDepth else {
            throw DatasyncError(
                .invalidPath, "The path \(path) is deeper than the limit of \(Path.maximumDepth) levels.")
        }
        let data = withoutData ? name.hasSuffix("m") ? [:] : .null : body["d"] ?? .null
        // Null removes the node, so a message that lost its data must not count as null.
        if name == "p" || name == "o", body["d"] == nil {
            throw DatasyncError(
                .invalidValue, at: path.description,
                "The action \(name) at \(path) has no data (d); send null to remove the node.")
        }
        let writeNumber = try body["w"].map { json throws(DatasyncError) in try WriteNumber(json) }
        switch name {
        case "q", "l":
            let window = try Window(query: body["q"])
            self = .listen(path: path, window: window, tag: try body.tag(for: window), hash: body["h"]?.string)
        case "n", "u":
            let window = try Window(query: body["q"])
            self = .unlisten(path: path, window: window, tag: try body.tag(for: window))
        case "g": self = .get(path: path, window: try Window(query: body["q"]))
        case "p":
            self = .write(try .set(data, at: path), expectedHash: body["h"]?.string, writeNumber: writeNumber)
        case "m": self = .write(try .merge(data, at: path), writeNumber: writeNumber)
        case "o": self = .writeOnDisconnect(try .set(data, at: path), writeNumber: writeNumber)
        case "om": self = .writeOnDisconnect(try .merge(data, at: path), writeNumber: writeNumber)
        case "oc": self = .cancelOnDisconnect(path: path, writeNumber: writeNumber)
        default:
            throw Self.unknown(name)
        }
    }
}

extension JSON {
    fileprivate static func body(_ path: Path, query: Window? = nil, tag: Int? = nil, _ more: [Member] = []) -> JSON {
        var members = [Member("p", .string(path.description))]
        if let query = query?.queryJSON { members.append(Member("q", query)) }
        if let tag { members.append(Member("t", .number(Double(tag)))) }
        return .object(members + more)
    }

    fileprivate static func body(_ write: Write, _ more: [Member] = [], number: WriteNumber?) -> JSON {
        body(write.path, [Member("d", write.json)] + more + number.members)
    }

    /// Returns the tag of a listen: required for a window, ignored for the default query.
    fileprivate func tag(for window: Window) throws(DatasyncError) -> Int? {
        let tag = self["t"]?.integer
        if window.isAll { return nil }
        guard let tag else { throw DatasyncError(.malformedText, "A query that filters needs an integer tag (t).") }
        return tag
    }
}

extension WriteNumber? {
    /// A member with the number; none if there is no number.
    fileprivate var members: [JSON.Member] { map { [JSON.Member("w", $0.json)] } ?? [] }
}
