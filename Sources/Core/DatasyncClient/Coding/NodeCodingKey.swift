/// A coding key for indices and for names without a `CodingKeys` type.
struct NodeCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let superclass = NodeCodingKey(stringValue: "super")

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(index: intValue) }

    /// Makes the key of an array element; its name is the key of the stored child.
    init(index: Int) {
        stringValue = String(index)
        intValue = index
    }

    /// Whether the key is an array index.
    var isIndex: Bool { intValue != nil }
}
