import DatasyncTree

/// The parts of a line of a trace.
struct TraceLine: Equatable {
    /// The name of the event; for a completion, the step.
    let kind: String
    /// The printed key of the child; for a completion, the path.
    private(set) var key: String?
    /// The printed key of the preceding child; `nil` for lines without this part.
    private(set) var previous: String?
    /// Whether the state is acknowledged; `nil` for completions, cancellations and revocations.
    private(set) var isAcknowledged: Bool?
    /// The value as JSON; `nil` for lines without this part.
    private(set) var value: String?
    /// The status word of a completion or revocation.
    private(set) var status: String?

    init(_ line: String) {
        var rest = line.utf8[...]
        kind = Self.word(&rest)
        guard kind != "revoked", kind != "cancelled" else {
            status = rest.isEmpty ? nil : Self.text(rest)
            return
        }
        while !rest.isEmpty {
            if rest.starts(with: "value=".utf8) {
                value = Self.text(rest.dropFirst(6))
                return
            }
            if rest.starts(with: "prev=".utf8) {
                rest = rest.dropFirst(5)
                previous = Self.word(&rest)
                continue
            }
            // A key `acked` or `local` comes before the part with the same name.
            let isFirst = key == nil && !Self.isOfValue(kind)
            switch Self.word(&rest) {
            case "acked" where !isFirst: isAcknowledged = true
            case "local" where !isFirst: isAcknowledged = false
            case let word where isFirst: key = word
            case let word: status = word
            }
        }
    }

    private static func isOfValue(_ kind: String) -> Bool { kind == "value" || kind == "value_ack" }

    /// Removes and returns the text up to the next space outside a JSON string.
    private static func word(_ rest: inout Substring.UTF8View) -> String {
        var isQuoted = false
        var isEscaped = false
        let end =
            rest.indices.first { index in
                let byte = rest[index]
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = isQuoted
                } else if byte == UInt8(ascii: "\"") {
                    isQuoted.toggle()
                }
                return byte == UInt8(ascii: " ") && !isQuoted
            } ?? rest.endIndex
        defer { rest = rest[end...].dropFirst() }
        return text(rest[..<end])
    }

    private static func text(_ bytes: Substring.UTF8View) -> String { String(Substring(bytes)) }
}
