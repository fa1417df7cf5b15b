#if Migrator
    /// The kind of an expression's value, as far as the legacy dialect is concerned.
    indirect enum ValueKind: Equatable, Sendable {
        case reference
        case query
        /// Either a reference or a query.
        case listenable
        case snapshot
        case listener
        case onDisconnect
        case optional(ValueKind)
        case array(ValueKind)
        case dictionary(ValueKind, key: ValueKind = .other)
        case tuple([ValueKind], labels: [String?] = [])
        case function([ValueKind], result: ValueKind)
        /// A type that the files declare.
        case nominal(String)
        /// A constant text.
        case text(String)
        /// A value that does not belong to the legacy dialect.
        case other
        case unknown

        /// The kind of a variable with this value, which may also hold other values.
        var general: ValueKind {
            if case .text = self { .other } else { self }
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

        /// The kind of the elements of a loop over the value.
        var element: ValueKind {
            switch self {
            case .array(let kind): kind
            case .dictionary(let kind, let key): .tuple([key, kind], labels: ["key", "value"])
            case .optional(let kind): kind.element
            case .other: .other
            default: .unknown
            }
        }

        /// The kinds of the parameters of a function.
        var parameters: [ValueKind]? {
            if case .function(let kinds, _) = unwrapped { kinds } else { nil }
        }
    }
#endif
