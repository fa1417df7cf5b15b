#if Migrator
    /// The names of a source dialect, with the kinds of their values.
    struct SourceDialect: Sendable {
        /// The kinds of values that have members in the dialect.
        enum Receiver: Hashable, Sendable {
            case reference, query, listenable, snapshot, database
        }

        /// The modules whose import marks a file of the dialect.
        let modules: Set<String>
        /// The kinds of the types by their names.
        let types: [String: ValueKind]
        /// The kinds of the types of closures by their names.
        let closures: [String: ValueKind]
        /// The names of the types to which extensions add members.
        let names: [Receiver: String]
        /// The kinds of properties.
        let properties: [Receiver: [String: ValueKind]]
        /// The kinds of the results of methods.
        let methods: [Receiver: [String: ValueKind]]
        /// The kinds of the parameters of closures that methods take.
        let parameters: [Receiver: [String: [ValueKind]]]
        /// The receivers of methods that only types of the dialect have, regardless of where they are called.
        let distinct: [String: ValueKind]
        /// Whether a reference is also a query.
        var isReferenceQuery: Bool { names[.database] != nil }

        /// Returns the kind of a property of the dialect; `nil` for other members.
        func property(_ name: String, of base: ValueKind) -> ValueKind? {
            base.receiver.flatMap { properties[$0]?[name] }
        }

        /// Returns the kind of the result of a method of the dialect; `nil` for other methods.
        func result(of name: String, on base: ValueKind) -> ValueKind? {
            base.receiver.flatMap { methods[$0]?[name] }
        }

        /// Returns the kinds of the parameters of the closure that a method of the dialect takes.
        func parameters(of name: String, on base: ValueKind) -> [ValueKind]? {
            if base == .onDisconnect { return [.optional(.other)] }
            return base.receiver.flatMap { parameters[$0]?[name] }
        }

        /// Returns the name of the type whose extensions add members to this kind of value.
        func typeName(of base: ValueKind) -> String? { base.receiver.flatMap { names[$0] } }
    }

    extension ValueKind {
        /// The kind as a receiver of members of a dialect; `nil` for other kinds.
        fileprivate var receiver: SourceDialect.Receiver? {
            switch self {
            case .reference: .reference
            case .query: .query
            case .listenable: .listenable
            case .snapshot: .snapshot
            case .database: .database
            default: nil
            }
        }
    }
#endif
