package import DatasyncEngine
package import DatasyncTree
import DatasyncWire

/// The text form of a change in the offline store.
///
/// It has a line with the version and the name, and one line per part. Writes and data look as in the messages that carry them
/// to and from the back end.
extension OfflineChange {
    /// The version of the form.
    private static let version = "1"

    package var text: String {
        let parts: [String] =
            switch self {
            case .numbered(let user, let client, let last):
                ["numbered", Self.text(user), String(client, radix: 16), "\(last)"]
            case .wrote(let number, let write):
                ["wrote", "\(number)", Self.text(write.user), Self.text(write)]
            case .sent(let number, let write): ["sent", "\(number)", Self.text(write)]
            case .answered(let number, let write): ["answered", Self.text(number), Self.text(write)]
            case .cached(let query, let node):
                ["cached", Self.text(query), Self.text(.set(path: query.path, node: node, tag: nil))]
            case .replaced(let path, let node): ["replaced", Self.text(.set(path: path, node: node, tag: nil))]
            case .replacedInWindow(let query, let parts):
                ["window", Self.text(query), Self.text(.merge(path: query.path, children: parts, tag: nil))]
            case .forgot(let path): ["forgot", path.description]
            case .refused(let query): ["refused", Self.text(query)]
            case .caching(let owner): ["caching", Self.text(owner)]
            case .renamed(let earlier, let user): ["renamed", Self.text(earlier), Self.text(user)]
            }
        return "\(Self.version) \(parts.joined(separator: "\n"))"
    }

    /// Reads the text form.
    ///
    /// - Throws: `DatasyncError` `malformedText` if the text does not have this form, for example because a newer version wrote
    ///   it.
    package init(text: String) throws(DatasyncError) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let name = lines[0].hasPrefix("\(Self.version) ") ? lines[0].dropFirst(2) : ""
        let reader = LineReader(lines: lines)
        switch name {
        case "numbered":
            self = .numbered(try reader.user(1), client: try reader.number(2, radix: 16), last: try reader.number(3))
        case "wrote": self = .wrote(try reader.number(1), try reader.write(3, user: try reader.user(2)))
        case "sent": self = .sent(try reader.number(1), write: try reader.optionalNumber(2))
        case "answered": self = .answered(try reader.optionalNumber(1), write: try reader.optionalNumber(2))
        case "cached":
            guard case .set(_, let node, _) = try reader.push(2) else { throw LineReader.malformed(lines[0]) }
            self = .cached(try reader.query(1), node)
        case "replaced":
            guard case .set(let path, let node, _) = try reader.push(1) else { throw LineReader.malformed(lines[0]) }
            self = .replaced(path, node)
        case "window":
            guard case .merge(_, let parts, _) = try reader.push(2) else { throw LineReader.malformed(lines[0]) }
            self = .replacedInWindow(try reader.query(1), parts)
        case "forgot": self = .forgot(try Path(String(try reader.line(1))))
        case "refused": self = .refused(try reader.query(1))
        case "caching": self = .caching(try reader.owner(1))
        case "renamed":
            guard let earlier = try reader.user(1), let user = try reader.user(2) else {
                throw LineReader.malformed(lines[0])
            }
            self = .renamed(earlier, user)
        default: throw LineReader.malformed(lines[0])
        }
    }

    /// A user's digest has 32 digits; in an earlier version, at most 16.
    private static func text(_ user: UserIdentity?) -> String {
        guard let user else { return "-" }
        let digits = String(user.digest, radix: 16)
        return user.isOfEarlierVersion ? digits : String(repeating: "0", count: 32 - digits.count) + digits
    }

    private static func text(_ owner: CacheOwner) -> String {
        switch owner {
        case .everyone: "everyone"
        case .user(let user): text(user)
        case .unknown: "unknown"
        }
    }

    private static func text(_ number: Int?) -> String { number.map(String.init) ?? "-" }

    private static func text(_ push: Push) -> String { BackendMessage.push(push).text }

    private static func text(_ query: Query) -> String {
        let action = Request.Action.listen(path: query.path, window: query.window, tag: 1, hash: "")
        return ClientMessage.request(Request(number: 0, action: action)).text
    }

    private static func text(_ write: UserWrite) -> String {
        ClientMessage.request(Request(number: 0, action: write.action(nil))).text
    }
}

/// Reads the parts of a change from the lines of its text.
private struct LineReader {
    let lines: [Substring]

    static func malformed(_ line: Substring) -> DatasyncError {
        DatasyncError(
            .malformedText,
            "The record \(String(line.prefix(40)).quoted(atMost: 40)) of an offline store is not one that this version reads."
        )
    }

    func line(_ index: Int) throws(DatasyncError) -> Substring {
        guard index < lines.count else { throw Self.malformed(lines[0]) }
        return lines[index]
    }

    func number<Number: FixedWidthInteger>(_ index: Int, radix: Int = 10) throws(DatasyncError) -> Number {
        guard let number = Number(try line(index), radix: radix) else { throw Self.malformed(lines[0]) }
        return number
    }

    func optionalNumber(_ index: Int) throws(DatasyncError) -> Int? {
        try line(index) == "-" ? nil : try number(index)
    }

    func user(_ index: Int) throws(DatasyncError) -> UserIdentity? {
        let text = try line(index)
        if text == "-" { return nil }
        if text.count == 32 { return UserIdentity(digest: try number(index, radix: 16)) }
        return UserIdentity(earlierDigest: try number(index, radix: 16))
    }

    func owner(_ index: Int) throws(DatasyncError) -> CacheOwner {
        switch try line(index) {
        case "everyone": .everyone
        case "unknown": .unknown
        default: .user(try user(index))
        }
    }

    func push(_ index: Int) throws(DatasyncError) -> Push {
        guard case .push(let push) = try BackendMessage(text: String(try line(index))) else {
            throw Self.malformed(lines[0])
        }
        return push
    }

    func query(_ index: Int) throws(DatasyncError) -> Query {
        guard case .listen(let path, let window, _, _) = try action(index) else { throw Self.malformed(lines[0]) }
        return Query(path: path, window: window)
    }

    func write(_ index: Int, user: UserIdentity?) throws(DatasyncError) -> UserWrite {
        guard case .write(let write, _, _) = try action(index) else { throw Self.malformed(lines[0]) }
        return UserWrite(write, user: user)
    }

    private func action(_ index: Int) throws(DatasyncError) -> Request.Action {
        let text = String(try line(index))
        let message: ClientMessage
        do throws(MalformedRequest) {
            message = try ClientMessage(text: text)
        } catch {
            throw DatasyncError(.malformedText, error.reason)
        }
        guard case .request(let request) = message else { throw Self.malformed(lines[0]) }
        return request.action
    }
}
