/// A coding key for indices and for names without a `CodingKeys` type.
///
/// An enum, which an existential value holds without a box.
enum NodeCodingKey: CodingKey {
    case name(String)
    /// The key of an array element, which has the name of the stored child.
    case index(Int)

    static let superclass = NodeCodingKey.name("super")

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    var intValue: Int? { if case .index(let index) = self { index } else { nil } }

    /// Whether the key is an array index.
    var isIndex: Bool { intValue != nil }
}
