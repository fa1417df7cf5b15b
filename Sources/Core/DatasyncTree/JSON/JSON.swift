/// A JSON value as written in a text, including member order, nulls and arrays.
///
/// Messages, rules and scenario files use this form. Data use ``Node``, which is normalized. A parsed value is an index into the
/// tape of its text: strings, elements and members are created when they are read. It retains the tape and the whole text, about
/// three times its size; to keep it for long, store ``detached``. Use ``content`` to tell the kinds apart.
package struct JSON: Sendable {
    /// A value with its direct elements or members.
    package enum Content: Sendable {
        case null
        case boolean(Bool)
        case number(Double)
        case string(String)
        case array([JSON])
        case object([Member])
    }

    /// A name and its value.
    package struct Member: Sendable {
        package let name: String
        package let value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The kinds of values, with their names for messages.
    enum Kind: String {
        case null
        case boolean = "a boolean"
        case number = "a number"
        case string = "a string"
        case array = "an array"
        case object = "an object"
    }

    enum Form: Sendable {
        case made(Content)
        /// The value that begins at an index of the tape.
        case parsed(JSONTape, Int)
    }

    let form: Form

    init(parsed tape: JSONTape, at index: Int) { form = .parsed(tape, index) }

    package init(_ content: Content) { form = .made(content) }

    package static var null: JSON { JSON(.null) }
    package static func boolean(_ flag: Bool) -> JSON { JSON(.boolean(flag)) }
    package static func number(_ number: Double) -> JSON { JSON(.number(number)) }
    package static func string(_ text: String) -> JSON { JSON(.string(text)) }
    package static func array(_ elements: [JSON]) -> JSON { JSON(.array(elements)) }
    package static func object(_ members: [Member]) -> JSON { JSON(.object(members)) }

    /// The value, for pattern matching.
    ///
    /// Complexity: O(elements or members) for a parsed value.
    package var content: Content {
        switch form {
        case .made(let content): content
        case .parsed(let tape, let index): tape.content(at: index)
        }
    }

    /// The value of a member of an object; `nil` if it is absent or this value is not an object.
    package subscript(name: String) -> JSON? {
        switch form {
        case .made(.object(let members)): members.first { $0.name.hasSameBytes(as: name) }?.value
        case .made: nil
        case .parsed(let tape, let index): tape.value(of: name, at: index)
        }
    }

    package var string: String? {
        if case .string(let text)? = content(of: .string) { text } else { nil }
    }

    package var number: Double? {
        if case .number(let number)? = content(of: .number) { number } else { nil }
    }

    package var boolean: Bool? {
        if case .boolean(let flag)? = content(of: .boolean) { flag } else { nil }
    }

    /// The number as an integer, or `nil` if it is not an integer.
    package var integer: Int? { number.flatMap(Int.init(exactly:)) }

    package var array: [JSON]? {
        if case .array(let elements)? = content(of: .array) { elements } else { nil }
    }

    package var members: [Member]? {
        if case .object(let members)? = content(of: .object) { members } else { nil }
    }

    package var isNull: Bool { ownKind == .null }
    package var isObject: Bool { ownKind == .object }

    /// Whether the value is an array or object.
    package var isContainer: Bool { ownKind == .array || ownKind == .object }

    /// The kind of the value, for messages.
    package var kind: String { ownKind.rawValue }

    /// The same value without the text and the tape of a parsed value.
    ///
    /// Complexity: O(size) for a parsed value, O(elements or members at all levels) for another.
    package var detached: JSON {
        switch content {
        case .array(let elements): .array(elements.map(\.detached))
        case .object(let members): .object(members.map { Member($0.name, $0.value.detached) })
        case let primitive: JSON(primitive)
        }
    }

    private var ownKind: Kind {
        switch form {
        case .made(.null): .null
        case .made(.boolean): .boolean
        case .made(.number): .number
        case .made(.string): .string
        case .made(.array): .array
        case .made(.object): .object
        case .parsed(let tape, let index): tape.word(index).kind.ofValue
        }
    }

    /// Returns the value if it is of a kind; a value of another kind creates nothing.
    private func content(of kind: Kind) -> Content? { ownKind == kind ? content : nil }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }

    package init(stringLiteral value: String) { self = .string(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(nilLiteral: ()) { self = .null }
}
