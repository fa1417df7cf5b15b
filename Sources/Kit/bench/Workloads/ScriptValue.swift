import DatasyncTree

/// A value of a script, independent of the form that a bed needs.
enum ScriptValue: Sendable {
    /// A number.
    case number(Double)
    /// An object with the one field `v`.
    case record(Double)
    /// This many records with the keys `k0`, `k1`, ….
    case list(Int)
    /// Nested objects with the keys `l1`, `l2`, …, and a number at this depth.
    case chain(depth: Int, Double)

    /// The key of a list's child.
    static func key(_ index: Int) -> String { "k\(index)" }

    /// The key of a level of a chain.
    static func level(_ index: Int) -> String { "l\(index)" }

    /// The value as a tree.
    var node: Node {
        switch self {
        case .number(let number): .number(number)
        case .record(let number): Node(Children([(Key(unchecked: "v"), .number(number))]))
        case .list(let count):
            Node(Children((0..<count).map { (Key(unchecked: Self.key($0)), ScriptValue.record(Double($0)).node) }))
        case .chain(let depth, let number):
            (1...depth).reversed().reduce(.number(number)) { below, level in
                Node(Children([(Key(unchecked: Self.level(level)), below)]))
            }
        }
    }

    /// The value in the form for the dialects.
    var foundation: any Sendable {
        switch self {
        case .number(let number): number
        case .record(let number): ["v": number]
        case .list(let count):
            Dictionary(uniqueKeysWithValues: (0..<count).map { (Self.key($0), ["v": Double($0)]) })
        case .chain(let depth, let number):
            (1...depth).reversed().reduce(number as any Sendable) { below, level in [Self.level(level): below] }
        }
    }
}
