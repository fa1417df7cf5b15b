/// Something that a file declares or extends.
struct Declaration: Hashable {
    enum Kind: String {
        case actor, `class`, `enum`, `extension`, function, `protocol`, `struct`, `typealias`
    }

    let kind: Kind
    /// For a nested type that is extended, the whole: `Promise.Resolver`.
    let name: String
    let line: Int
    let isPublic: Bool
    /// For a function, its first label.
    var label: String?

    /// Whether it brings a new type into being.
    var isType: Bool { kind != .extension && kind != .function }

    /// Names that a file may carry for this: the type, a part of the extended one's, or the function capitalised.
    var fileNames: [String] {
        guard kind == .function else { return [name] + name.split(separator: ".").map(String.init) }
        let verb = name.prefix(1).uppercased() + name.dropFirst()
        guard let label else { return [verb] }
        return [verb, verb + label.prefix(1).uppercased() + label.dropFirst()]
    }
}
