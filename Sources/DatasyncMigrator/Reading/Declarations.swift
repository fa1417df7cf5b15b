#if Migrator
    import SwiftSyntax

    /// The declarations of files that matter to the rewriter: members and functions by type, constants, and aliases.
    ///
    /// Types are identified by their last name.
    struct Declarations: Sendable {
        /// Properties by type; global ones under the empty name.
        private(set) var properties: [String: [String: ValueKind]] = [:]
        private(set) var functions: [String: [String: [Signature]]] = [:]
        /// The kinds of the associated values of enumeration cases, by name of the case.
        private(set) var cases: [String: [ValueKind]] = [:]
        /// The inherited types and protocols of each type.
        private var parents: [String: [String]]
        /// The names of nested types, by the enclosing type.
        private(set) var nested: [String: Set<String>]
        /// The types that the files declare.
        private(set) var types: Set<String>
        private var aliases: [String: TypeSyntax]
        /// Unconstrained type parameters.
        private var parameters: Set<String>

        init(of files: [SourceFileSyntax]) {
            let names = TypeCollector(viewMode: .sourceAccurate)
            for file in files { names.walk(file) }
            types = names.types
            aliases = names.aliases
            parameters = names.parameters
            nested = names.nested
            parents = names.parents
            let members = MemberCollector(self)
            for file in files { members.walk(file) }
            self = members.declarations
        }

        // MARK: Types

        private static let kinds: [String: ValueKind] = [
            "Webcom": .reference, "Query": .query, "Listenable": .listenable, "DataSnapshot": .snapshot,
            "Listener": .listener,
            "OnDisconnect": .onDisconnect,
        ]

        private static let closures: [String: ValueKind] = [
            "EventCallback": .function([.snapshot, .optional(.other)], result: .other),
            "MainEventCallback": .function([.snapshot, .optional(.other)], result: .other),
            "Completion": .function([.optional(.other)], result: .other),
            "MainCompletion": .function([.optional(.other)], result: .other),
            "TransactionCompletion": .function([.optional(.other), .other, .optional(.snapshot)], result: .other),
            "MainTransactionCompletion": .function([.optional(.other), .other, .optional(.snapshot)], result: .other),
        ]

        func kind(of type: TypeSyntax) -> ValueKind {
            if let name = type.as(IdentifierTypeSyntax.self) { return kind(of: name) }
            if let member = type.as(MemberTypeSyntax.self) {
                let (base, name) = (member.baseType.trimmedDescription, member.name.text)
                if base == "DatasyncLegacy" { return Self.kinds[name] ?? .unknown }
                if base == "Webcom" || base == "DatasyncLegacy.Webcom" { return Self.closures[name] ?? .other }
                return types.contains(name) ? .nominal(name) : aliases[name].map(kind(of:)) ?? .other
            }
            if let optional = type.as(OptionalTypeSyntax.self) { return .optional(kind(of: optional.wrappedType)) }
            if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                return .optional(kind(of: optional.wrappedType))
            }
            if let array = type.as(ArrayTypeSyntax.self) { return .array(kind(of: array.element)) }
            if let dictionary = type.as(DictionaryTypeSyntax.self) {
                return .dictionary(kind(of: dictionary.value), key: kind(of: dictionary.key))
            }
            if let attributed = type.as(AttributedTypeSyntax.self) { return kind(of: attributed.baseType) }
            if let some = type.as(SomeOrAnyTypeSyntax.self) { return kind(of: some.constraint) }
            if let function = type.as(FunctionTypeSyntax.self) {
                return .function(
                    function.parameters.map { kind(of: $0.type) }, result: kind(of: function.returnClause.type))
            }
            if let tuple = type.as(TupleTypeSyntax.self) {
                let kinds = tuple.elements.map { kind(of: $0.type) }
                return kinds.count == 1 ? kinds[0] : .tuple(kinds, labels: tuple.elements.map { $0.firstName?.text })
            }
            return .unknown
        }

        private func kind(of name: IdentifierTypeSyntax) -> ValueKind {
            let text = name.name.text.trimmingBackticks
            let arguments = name.genericArgumentClause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
            switch (text, arguments.count) {
            case ("Array", 1), ("Set", 1), ("ArraySlice", 1), ("ContiguousArray", 1):
                return .array(kind(of: arguments[0]))
            case ("Optional", 1): return .optional(kind(of: arguments[0]))
            case ("Dictionary", 2): return .dictionary(kind(of: arguments[1]), key: kind(of: arguments[0]))
            default: break
            }
            if types.contains(text) { return .nominal(text) }
            // The meaning of `Self` depends on the declaration that contains it.
            if text == "Self" { return .unknown }
            if let alias = aliases[text] { return kind(of: alias) }
            if parameters.contains(text) { return .unknown }
            if arguments.contains(where: { kind(of: $0) != .other }) {
                // A generic type of another module may contain values of its arguments' types.
                return text.hasSuffix("Sequence") || text.hasSuffix("Collection")
                    ? .array(kind(of: arguments[0])) : .unknown
            }
            // A type of another module.
            return Self.kinds[text] ?? Self.closures[text] ?? .other
        }

        /// Returns the kind of an alias.
        func kind(ofAlias name: String) -> ValueKind? { aliases[name].map(kind(of:)) }

        // MARK: Members

        /// Returns the property of a type or of a type it inherits from.
        func property(_ name: String, of type: String) -> ValueKind? {
            find(type) { properties[$0]?[name] }
        }

        /// Returns whether a declared type inherits from another type or conforms to it.
        func inherits(_ type: String, from parent: String) -> Bool {
            find(type) { parents[$0]?.contains(parent) == true ? true : nil } ?? false
        }

        /// Returns the functions with a name of a type or of a type it inherits from.
        func functions(_ name: String, of type: String) -> [Signature] {
            find(type) { functions[$0]?[name] } ?? []
        }

        private func find<Found>(_ type: String, _ found: (String) -> Found?) -> Found? {
            var (open, seen): ([String], Set<String>) = ([type], [])
            while let next = open.popLast() {
                guard seen.insert(next).inserted else { continue }
                if let found = found(next) { return found }
                open += (parents[next] ?? []).reversed()
            }
            return nil
        }

        /// Returns the names that extensions add to a type of the dialect.
        func added(to type: String) -> Set<String> {
            types.contains(type) ? [] : Set((properties[type] ?? [:]).keys).union((functions[type] ?? [:]).keys)
        }

        mutating func note(property name: String, _ kind: ValueKind, of type: String) {
            // If types share a name and disagree on a property, its kind is unknown.
            let known = properties[type]?[name]
            let isRefined = known?.general == kind.general || known == .unknown
            properties[type, default: [:]][name] = known == nil || isRefined ? kind : .unknown
        }

        /// Records a property whose kind is not yet known.
        mutating func note(unknownProperty name: String, of type: String) {
            if properties[type]?[name] == nil { properties[type, default: [:]][name] = .unknown }
        }

        mutating func note(function name: String, _ signature: Signature, of type: String) {
            functions[type, default: [:]][name, default: []].append(signature)
        }

        mutating func note(case name: String, _ kinds: [ValueKind]) {
            cases[name] = cases[name].map { $0 == kinds ? kinds : [] } ?? kinds
        }

        /// Returns whether the files declare an alias with a name of the dialect.
        func isAlias(_ name: String) -> Bool { aliases[name] != nil }

        func signature(of clause: FunctionSignatureSyntax) -> Signature {
            Signature(
                labels: clause.parameterClause.parameters.map { $0.firstName.text == "_" ? nil : $0.firstName.text },
                parameters: clause.parameterClause.parameters.map { kind(of: $0.type) },
                result: clause.returnClause.map { kind(of: $0.type) } ?? .other,
                firstType: clause.parameterClause.parameters.first?.type.trimmedDescription,
                isVariadic: clause.parameterClause.parameters.contains { $0.ellipsis != nil })
        }
    }

    extension String {
        /// The name without surrounding backticks.
        var trimmingBackticks: String {
            count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
        }
    }
#endif
