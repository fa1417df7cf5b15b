/// A value without children.
///
/// Strings are equal by bytes, numbers as doubles; `true` is not `1`.
package enum Primitive: Sendable {
    case string(String)
    case number(Double)
    case boolean(Bool)

    /// The size in bytes for the limits.
    ///
    /// A string counts its UTF-8 bytes and two quotes, a number eight bytes, a boolean five.
    package var size: Int {
        switch self {
        case .string(let text): text.utf8.count + 2
        case .number: 8
        case .boolean: 5
        }
    }

    package var json: JSON {
        switch self {
        case .string(let text): .string(text)
        case .number(let number): .number(number)
        case .boolean(let flag): .boolean(flag)
        }
    }
}

extension Primitive: Equatable {
    package static func == (left: Primitive, right: Primitive) -> Bool {
        switch (left, right) {
        case (.string(let mine), .string(let theirs)): mine.hasSameBytes(as: theirs)
        case (.number(let mine), .number(let theirs)): mine == theirs
        case (.boolean(let mine), .boolean(let theirs)): mine == theirs
        default: false
        }
    }
}

extension Primitive: Hashable {
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .string(let text): hasher.combine(text)
        case .number(let number): hasher.combine(number)
        case .boolean(let flag): hasher.combine(flag)
        }
    }
}
