#if Migrator
    /// The kind of an expression's value, as far as it matters for the source dialect.
    indirect enum ValueKind: Equatable, Sendable {
        case reference
        case query
        /// Either a reference or a query.
        case listenable
        case snapshot
        case listener
        case onDisconnect
        /// The database object of the observe dialect.
        case database
        case optional(ValueKind)
        case array(ValueKind)
        case dictionary(ValueKind, key: ValueKind = .other)
        case tuple([ValueKind], labels: [String?] = [])
        case function([ValueKind], result: ValueKind)
        /// The type of a value, such as `Room.self`.
        case metatype(ValueKind)
        /// A type that the files declare, or `Result`, with its generic arguments if known.
        case nominal(String, [ValueKind] = [])
        /// A generic parameter without a constraint.
        case parameter(String)
        /// A constant text.
        case text(String)
        /// A constant list of texts.
        case texts([String])
        /// A value that does not belong to the source dialect.
        case other
        case unknown

        /// The kind of a variable with this value that may also hold other values.
        var general: ValueKind {
            switch self {
            case .text: .other
            case .texts: .array(.other)
            default: self
            }
        }

        /// Whether the value's members cannot be determined.
        var isOpen: Bool {
            if case .parameter = self { true } else { self == .unknown }
        }

        /// The kind without optionality.
        var unwrapped: ValueKind {
            if case .optional(let kind) = self { kind.unwrapped } else { self }
        }

        var isOptional: Bool {
            if case .optional = self { true } else { false }
        }

        /// The kind with one level of optionality.
        var wrapped: ValueKind { self == .unknown || isOptional ? self : .optional(self) }

        /// The kind of the elements in a loop over the value.
        var element: ValueKind {
            switch self {
            case .array(let kind): kind
            case .dictionary(let kind, let key): .tuple([key, kind], labels: ["key", "value"])
            case .optional(let kind): kind.element
            case .texts, .other: .other
            default: .unknown
            }
        }

        /// Replaces generic parameters with their arguments; parameters without an argument are unknown.
        func substituting(_ arguments: [String: ValueKind]) -> ValueKind {
            switch self {
            case .parameter(let name): arguments[name] ?? self
            case .optional(let kind): .optional(kind.substituting(arguments))
            case .array(let kind): .array(kind.substituting(arguments))
            case .dictionary(let kind, let key):
                .dictionary(kind.substituting(arguments), key: key.substituting(arguments))
            case .tuple(let kinds, let labels): .tuple(kinds.map { $0.substituting(arguments) }, labels: labels)
            case .function(let kinds, let result):
                .function(kinds.map { $0.substituting(arguments) }, result: result.substituting(arguments))
            case .nominal(let name, let kinds): .nominal(name, kinds.map { $0.substituting(arguments) })
            default: self
            }
        }

        /// Whether the kind contains a generic parameter.
        var isGeneric: Bool {
            switch self {
            case .parameter: true
            case .optional(let kind), .array(let kind): kind.isGeneric
            case .dictionary(let kind, let key): kind.isGeneric || key.isGeneric
            case .tuple(let kinds, _), .nominal(_, let kinds): kinds.contains(where: \.isGeneric)
            case .function(let kinds, let result): kinds.contains(where: \.isGeneric) || result.isGeneric
            default: false
            }
        }

        /// Adds the arguments for this kind's generic parameters, given the kind of a value.
        func match(_ value: ValueKind, into arguments: inout [String: ValueKind]) {
            switch (self, value.general) {
            case (_, .unknown): break
            case (.parameter(let name), let kind): arguments[name] = arguments[name] ?? kind
            case (.optional(let own), .optional(let other)): own.match(other, into: &arguments)
            case (.optional(let own), let other): own.match(other, into: &arguments)
            case (.array(let own), .array(let other)): own.match(other, into: &arguments)
            case (.dictionary(let own, let key), .dictionary(let other, let otherKey)):
                own.match(other, into: &arguments)
                key.match(otherKey, into: &arguments)
            case (.tuple(let own, _), .tuple(let other, _)):
                for (own, other) in zip(own, other) { own.match(other, into: &arguments) }
            case (.function(_, let own), .function(_, let other)): own.match(other, into: &arguments)
            case (.nominal(let name, let own), .nominal(let otherName, let other)) where name == otherName:
                for (own, other) in zip(own, other) { own.match(other, into: &arguments) }
            default: break
            }
        }

        /// The parameter kinds of a function.
        var parameters: [ValueKind]? {
            if case .function(let kinds, _) = unwrapped { kinds } else { nil }
        }
    }
#endif
