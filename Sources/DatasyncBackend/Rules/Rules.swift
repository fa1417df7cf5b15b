package import DatasyncTree

/// The rules that decide which paths may be read and written.
///
/// A document `{"rules": {…}}` with the shape of the data: `.read` and `.write` at any level, and `$name` levels that
/// match every child without its own level. From the root down, the first level with `true` allows access. Once rules
/// are set, access that no level allows is denied. This first version supports only booleans.
package struct Rules: Sendable {
    package enum Right: String, Sendable {
        case read = ".read"
        case write = ".write"
    }

    private struct Level: Sendable {
        var rights: [Right: Bool] = [:]
        var children: [Key: Level] = [:]
        var wildcard: [Level] = []
    }

    /// No rules: all access is allowed.
    package static let open = Rules(root: nil)

    private let root: Level?

    private init(root: Level?) { self.root = root }

    /// Reads a document; `null` means no rules.
    ///
    /// - Throws: ``DataError``, whose message names the level in the document, its value and the valid ones.
    package init(_ json: JSON) throws(DataError) {
        if json.isNull {
            self = .open
            return
        }
        guard let members = json.members, members.count == 1, let rules = json["rules"] else {
            throw DataError(
                .invalidValue, "The rules document should be {\"rules\": {…}}, found \(json.text.quoted(atMost: 60)).")
        }
        root = try Self.level(rules, at: "rules")
    }

    package func allow(_ right: Right, at path: Path) -> Bool {
        guard var level = root else { return true }
        if level.rights[right] == true { return true }
        for key in path {
            guard let next = level.children[key] ?? level.wildcard.first else { return false }
            level = next
            if level.rights[right] == true { return true }
        }
        return false
    }

    private static func level(_ json: JSON, at place: String) throws(DataError) -> Level {
        guard let members = json.members else {
            throw DataError(.invalidValue, at: place, "The rules at \(place) should be an object, not \(json.kind).")
        }
        var level = Level()
        for member in members {
            let here = "\(place)/\(member.name)"
            if let right = Right(rawValue: member.name) {
                guard let flag = member.value.boolean else {
                    throw DataError(
                        .invalidValue, at: here,
                        "The rule \(here) is \(member.value.text.quoted(atMost: 60)); only true and false are known.")
                }
                level.rights[right] = flag
            } else if member.name.hasPrefix(".") {
                throw DataError(
                    .invalidValue, at: here, "The rule kind \(here) is unknown; known are .read and .write.")
            } else if member.name.hasPrefix("$") {
                guard level.wildcard.isEmpty else {
                    throw DataError(
                        .invalidValue, at: here, "The level \(here) is a second wildcard beside another; keep one.")
                }
                level.wildcard = [try Self.level(member.value, at: here)]
            } else {
                level.children[try Key(member.name)] = try Self.level(member.value, at: here)
            }
        }
        return level
    }
}
