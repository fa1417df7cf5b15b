#if Migrator
    /// What is known of the value of an expression, as far as the legacy dialect goes.
    indirect enum ValueKind: Equatable, Sendable {
        case reference
        case query
        /// A reference or a query, which is not known.
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
        /// A text that never changes.
        case text(String)
        /// Something that is not of the legacy dialect.
        case other
        case unknown

        /// The kind of what may hold other values too.
        var general: ValueKind {
            if case .text = self { .other } else { self }
        }

        /// The kind without its question marks.
        var unwrapped: ValueKind {
            if case .optional(let kind) = self { kind.unwrapped } else { self }
        }

        var isOptional: Bool {
            if case .optional = self { true } else { false }
        }

        /// The kind with one question mark.
        var wrapped: ValueKind { self == .unknown || isOptional ? self : .optional(self) }

        /// What a loop over it gives.
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
