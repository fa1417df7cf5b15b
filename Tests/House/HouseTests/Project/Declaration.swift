/// A declaration or extension in a file.
struct Declaration: Hashable {
    enum Kind: String {
        case actor, `class`, `enum`, `extension`, function, `protocol`, `struct`, `typealias`
    }

    let kind: Kind
    /// The name; for an extended nested type the full name, as `Promise.Resolver`.
    let name: String
    let line: Int
    let isPublic: Bool
    /// The first label of a function.
    var label: String?

    /// Whether the declaration is that of a new type.
    var isType: Bool { kind != .extension && kind != .function }

    /// The file names that fit: the type, a part of the extended one's, or the function capitalised.
    var fileNames: [String] {
        guard kind == .function else { return [name] + name.split(separator: ".").map(String.init) }
        let verb = name.prefix(1).uppercased() + name.dropFirst()
        guard let label else { return [verb] }
        return [verb, verb + label.prefix(1).uppercased() + label.dropFirst()]
    }
}
