/// The values of a parsed text, in the order of the text.
///
/// Each value begins with a word. After it come the bits of a number, the elements of an array, or the names and values of an
/// object's members. Strings without escapes stay in the text and are not copied. A ``JSONCursor`` reads words and strings
/// without checks in release builds; `JSONTape+Invariants.swift` lists what makes that safe.
final class JSONTape: Sendable {
    /// The maximum number of bytes of a text, so that all counts and offsets fit into words.
    static let maximumTextSize = 1_000_000_000

    /// The word with which a value, or the name of a member, begins.
    struct Word: Sendable {
        enum Kind {
            case null, no, yes, number, plainString, escapedString, array, object

            /// The kind of a value that begins with the word.
            var ofValue: JSON.Kind {
                switch self {
                case .null: .null
                case .no, .yes: .boolean
                case .number: .number
                case .plainString, .escapedString: .string
                case .array: .array
                case .object: .object
                }
            }
        }

        /// From the lowest bit on: 3 bits for the kind, 30 for the count, and 31 for the offset.
        let bits: UInt64

        init(bits: UInt64) { self.bits = bits }

        @inline(__always)
        init(_ kind: Kind, count: Int = 0, offset: Int = 0) {
            // Written out, because the compiler does not fold a raw value.
            let kind: UInt64 =
                switch kind {
                case .null: 0
                case .no: 1
                case .yes: 2
                case .number: 3
                case .plainString: 4
                case .escapedString: 5
                case .array: 6
                case .object: 7
                }
            bits = kind | UInt64(count) << 3 | UInt64(offset) << 33
        }

        @inline(__always)
        var kind: Kind {
            switch bits & 7 {
            case 0: .null
            case 1: .no
            case 2: .yes
            case 3: .number
            case 4: .plainString
            case 5: .escapedString
            case 6: .array
            default: .object
            }
        }

        var isContainer: Bool { bits & 6 == 6 }

        /// The number of bytes of a string, of elements of an array, or of members of an object.
        var count: Int { Int(bits >> 3 & (1 << 30 - 1)) }

        /// Returns the index after the value whose first word is at an index.
        @inline(__always)
        func end(from index: Int) -> Int {
            isContainer ? offset : index + (kind == .number ? 2 : 1)
        }

        /// The offset of a string in the text or in ``decoded``; for an array or object, the index after it.
        var offset: Int { Int(bits >> 33) }
    }

    let words: [UInt64]
    /// The text.
    let bytes: [UInt8]
    /// The strings with escapes, decoded.
    let decoded: [UInt8]

    /// Creates the tape that a parser has written for a text.
    init(_ words: [UInt64], text bytes: [UInt8], decoded: [UInt8]) {
        self.words = words
        self.bytes = bytes
        self.decoded = decoded
    }

    func word(_ index: Int) -> Word { Word(bits: words[index]) }

    /// Reads the value that begins at an index.
    func read<Result>(at index: Int, _ body: (inout JSONCursor) -> Result) -> Result {
        words.withUnsafeBufferPointer { words in
            bytes.withUnsafeBufferPointer { bytes in
                decoded.withUnsafeBufferPointer { decoded in
                    var cursor = JSONCursor(words: words, bytes: bytes, decoded: decoded, index: index)
                    return body(&cursor)
                }
            }
        }
    }

    /// Returns the value that begins at an index.
    func content(at index: Int) -> JSON.Content {
        read(at: index) { cursor in
            let word = cursor.next()
            switch word.kind {
            case .null: return .null
            case .no: return .boolean(false)
            case .yes: return .boolean(true)
            case .number: return .number(cursor.number())
            case .plainString, .escapedString: return .string(cursor.string(word))
            case .array: return .array((0..<word.count).map { _ in value(at: &cursor) })
            case .object:
                return .object(
                    (0..<word.count).map { _ in
                        let name = cursor.next()
                        return JSON.Member(cursor.string(name), value(at: &cursor))
                    })
            }
        }
    }

    /// Returns the value of a member of the object at an index; `nil` if the member or object is absent.
    func value(of name: String, at index: Int) -> JSON? {
        var name = name
        return name.withUTF8 { name in
            read(at: index) { cursor in
                let object = cursor.next()
                guard object.kind == .object else { return nil }
                for _ in 0..<object.count {
                    let own = cursor.next()
                    if own.count == name.count, cursor.bytes(of: own).elementsEqual(name) { return value(at: &cursor) }
                    cursor.skip()
                }
                return nil
            }
        }
    }

    /// Returns the value that begins at a cursor, and moves the cursor past it.
    private func value(at cursor: inout JSONCursor) -> JSON {
        defer { cursor.skip() }
        return JSON(parsed: self, at: cursor.index)
    }
}
