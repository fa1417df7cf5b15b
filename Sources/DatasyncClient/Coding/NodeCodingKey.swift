/// A coding key of the coders themselves: an index, or a name of no `CodingKeys` type.
struct NodeCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let superclass = NodeCodingKey(stringValue: "super")

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(index: intValue) }

    /// The key of an element, named as the child that holds it.
    init(index: Int) {
        stringValue = String(index)
        intValue = index
    }

    /// Whether the key is the index of an element.
    var isIndex: Bool { intValue != nil }
}
