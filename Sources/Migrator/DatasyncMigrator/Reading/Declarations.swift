#if Migrator
    import SwiftSyntax

    /// The declarations in files that matter to the rewriter: members and functions by type, constants, and aliases.
    ///
    /// Types are identified by their last name.
    struct Declarations: Sendable {
        /// Properties by type; global properties are under the empty name.
        private(set) var properties: [String: [String: ValueKind]] = [:]
        private(set) var functions: [String: [String: [Signature]]] = [:]
        /// The kinds of the associated values of enumeration cases, by type; the empty name holds the cases of all types.
        private var cases: [String: [String: [ValueKind]]] = [:]
        /// The raw texts of enumeration cases by type, in the order of declaration.
        private(set) var rawTexts: [String: [(name: String, text: String)]] = [:]
        /// The inherited types and protocols of each type.
        private var parents: [String: [String]]
        /// The names of nested types, by the enclosing type.
        private(set) var nested: [String: Set<String>]
        /// The names of static members, by type.
        private(set) var statics: [String: Set<String>] = [:]
        /// The names of mutating functions that only assign `self` at their end, by type.
        private var replacing: [String: Set<String>] = [:]
        /// The types that the files declare.
        private(set) var types: Set<String>
        /// The declared protocols.
        private(set) var protocols: Set<String>
        private var aliases: [String: TypeSyntax]
        private var ambiguous: Set<String>
        /// Type parameters and associated types, with their constraints.
        private var parameters: [String: [TypeSyntax?]]
        /// The names of the generic parameters of types.
        private var generics: [String: [String]]
        /// Whether a file imports a module whose types are not known.
        private(set) var seesForeignModules: Bool
        /// The dialect whose types the files use.
        private(set) var dialect: SourceDialect
        /// Whether the files write the type of handles as a number.
        private(set) var hasNumberedHandles = false

        init(of files: [SourceFileSyntax], in dialect: SourceDialect = .legacy) {
            self.dialect = dialect
            if dialect.isReferenceQuery { hasNumberedHandles = NumberedHandles(in: files).areAll }
            let names = TypeCollector(viewMode: .sourceAccurate)
            for file in files { names.walk(file) }
            types = names.types
            protocols = names.protocols
            aliases = names.aliases
            ambiguous = names.ambiguous
            parameters = names.parameters
            generics = names.generics
            nested = names.nested
            parents = names.parents
            seesForeignModules = !names.modules.allSatisfy(WellKnown.modules.contains)
            joinAliases()
            let members = MemberCollector(self)
            for file in files { members.walk(file) }
            self = members.declarations
        }

        /// Joins the members that extensions of aliases add to the aliased types, and the members that nodes and queries share.
        private mutating func joinAliases() {
            for name in Set(nested.keys).union(parents.keys) {
                guard let type = aliasedType(name) else { continue }
                nested[type, default: []].formUnion(nested.removeValue(forKey: name) ?? [])
                parents[type, default: []] += parents.removeValue(forKey: name) ?? []
            }
            addLiveData()
            if let reference = dialect.names[.reference], let query = dialect.names[.query], dialect.isReferenceQuery {
                parents[reference, default: []].append(query)
            }
            guard dialect.names[.listenable] != nil, !types.contains("Listenable") else { return }
            for kind in [SourceDialect.Receiver.reference, .query] {
                guard let name = dialect.names[kind], !types.contains(name) else { continue }
                parents[name, default: []].append("Listenable")
            }
        }

        /// Adds the members of live objects and collections with snapshots, unless a file declares these types.
        private mutating func addLiveData() {
            let update = ValueKind.function([.nominal("LiveUpdate")], result: .other)
            let listening = Signature(labels: [nil, nil], parameters: [.other, update], result: .other)
            let models: [String: ValueKind] = ["model": .optional(.snapshot), "models": .array(.snapshot)]
            for type in ["LiveObject", "LiveCollection", "LiveUpdate"]
            where dialect.types[type] != nil && !types.contains(type) {
                properties[type] = models
                if type != "LiveUpdate" { functions[type] = ["on": [listening], "once": [listening]] }
            }
        }

        // MARK: Types

        func kind(of type: TypeSyntax) -> ValueKind {
            if let name = type.as(IdentifierTypeSyntax.self) { return kind(of: name) }
            if let member = type.as(MemberTypeSyntax.self) {
                let (base, name) = (member.baseType.trimmedDescription, member.name.text)
                if base == "DatasyncLegacy" || dialect.modules.contains(base) { return dialect.types[name] ?? .unknown }
                if base == "Webcom" && !types.contains("Webcom") || base == "DatasyncLegacy.Webcom" {
                    return dialect.closures[name] ?? dialect.types[name] ?? .other
                }
                if types.contains(name) {
                    return .nominal(name, member.genericArgumentClause.map { kinds(of: $0) } ?? [])
                }
                return kind(ofAlias: name) ?? external(name)
            }
            if let composition = type.as(CompositionTypeSyntax.self) {
                let kinds = composition.elements.map { kind(of: $0.type) }
                return kinds.first { $0 == .snapshot } ?? kinds.first { $0 != .other } ?? .other
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
            if let metatype = type.as(MetatypeTypeSyntax.self), metatype.metatypeSpecifier.text == "Type" {
                return .metatype(kind(of: metatype.baseType))
            }
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
            let arguments = name.genericArgumentClause.map { kinds(of: $0) } ?? []
            if types.contains(text) { return .nominal(text, arguments) }
            switch (text, arguments.count) {
            case ("Array", 1), ("Set", 1), ("ArraySlice", 1), ("ContiguousArray", 1), ("AsyncStream", 1),
                ("AsyncThrowingStream", 2):
                return .array(arguments[0])
            case ("Optional", 1): return .optional(arguments[0])
            case ("Dictionary", 2): return .dictionary(arguments[1], key: arguments[0])
            case ("Result", 2): return .nominal(text, arguments)
            default: break
            }
            // The meaning of `Self` depends on the declaration that contains it.
            if text == "Self" { return .unknown }
            if let kind = kind(ofAlias: text) { return kind }
            if arguments.contains(where: { $0 != .other }) {
                // A generic type of another module may contain values of its arguments' types.
                return text.hasSuffix("Sequence") || text.hasSuffix("Collection") ? .array(arguments[0]) : .unknown
            }
            if text == "UInt", hasNumberedHandles { return .listener }
            return dialect.types[text] ?? dialect.closures[text] ?? external(text)
        }

        private func kinds(of clause: GenericArgumentClauseSyntax) -> [ValueKind] {
            clause.arguments.map { $0.argument.as(TypeSyntax.self).map(kind(of:)) ?? .other }
        }

        /// Returns the kind of a type of another module.
        func external(_ name: String) -> ValueKind {
            !seesForeignModules || WellKnown.types.contains(name) ? .other : .unknown
        }

        /// Returns the kind of an alias or of a type parameter; `nil` for other names.
        func kind(ofAlias name: String) -> ValueKind? {
            if ambiguous.contains(name) { return .unknown }
            guard let constraints = parameters[name] else { return aliases[name].map(kind(of:)) }
            var kinds = constraints.map { constraint -> ValueKind in
                let kind = constraint.map(kind(of:)) ?? .other
                return kind == .other || kind.isOpen ? .parameter(name) : kind
            }
            if let alias = aliases[name] { kinds.append(kind(of: alias)) }
            return kinds.dropFirst().allSatisfy { $0 == kinds[0] } ? kinds[0] : .unknown
        }

        /// Returns the type of the dialect for which a name is an alias; `nil` for other names.
        private func aliasedType(_ name: String) -> String? {
            guard !types.contains(name), !ambiguous.contains(name), let type = aliases[name]?.lastName,
                dialect.names.values.contains(type), !types.contains(type)
            else { return nil }
            return type
        }

        /// Returns the name of the type that an extension extends, even if the extension names an alias.
        func name(ofExtended type: TypeSyntax) -> String { aliasedType(type.lastName) ?? type.lastName }

        /// Returns the arguments of a type's generic parameters, by name.
        func arguments(of type: String, _ kinds: [ValueKind]) -> [String: ValueKind] {
            let names = type == "Result" && !types.contains(type) ? ["Success", "Failure"] : generics[type] ?? []
            return Dictionary(zip(names, kinds)) { first, _ in first }
        }

        /// Returns the kind of a type whose generic arguments are taken from given parameters.
        func nominal(_ type: String, _ arguments: [String: ValueKind]) -> ValueKind {
            .nominal(type, (generics[type] ?? []).map { arguments[$0] ?? .unknown })
        }

        /// Returns the kinds of a case's associated values; without a type, of the case with that name in any type.
        func payload(_ name: String, of type: String?) -> [ValueKind]? {
            if let type, let own = find(type, { cases[$0]?[name] }) { return own }
            return cases[""]?[name]
        }

        /// Returns the raw text of an enumeration's case; `nil` if it is not known.
        func rawText(_ name: String, of type: String) -> String? { rawTexts[type]?.first { $0.name == name }?.text }

        // MARK: Members

        /// Returns the property of a type or of a type it inherits from.
        func property(_ name: String, of type: String) -> ValueKind? {
            find(type) { properties[$0]?[name] }
        }

        /// Returns whether a declared type inherits from another type or conforms to it.
        func inherits(_ type: String, from parent: String) -> Bool {
            find(type) { parents[$0]?.contains(parent) == true ? true : nil } ?? false
        }

        /// Returns the functions of a name in a type or in a type it inherits from.
        func functions(_ name: String, of type: String) -> [Signature] {
            find(type) { functions[$0]?[name] } ?? []
        }

        /// Returns all functions of a name, in all types and global.
        func functions(named name: String) -> [Signature] { functions.values.flatMap { $0[name] ?? [] } }

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

        /// Records a property whose kind is not known yet.
        mutating func note(unknownProperty name: String, of type: String) {
            if properties[type]?[name] == nil { properties[type, default: [:]][name] = .unknown }
        }

        mutating func note(function name: String, _ signature: Signature, of type: String) {
            functions[type, default: [:]][name, default: []].append(signature)
        }

        mutating func note(replacing name: String, of type: String) { replacing[type, default: []].insert(name) }

        mutating func note(static name: String, of type: String) { statics[type, default: []].insert(name) }

        mutating func note(case name: String, _ kinds: [ValueKind], of type: String) {
            cases[type, default: [:]][name] = kinds
            cases["", default: [:]][name] = cases[""]?[name].map { $0 == kinds ? kinds : [] } ?? kinds
        }

        mutating func note(rawText text: String, of name: String, in type: String) {
            rawTexts[type, default: []].append((name, text))
        }

        /// Returns whether the files declare an alias with a name of the dialect.
        func isAlias(_ name: String) -> Bool { aliases[name] != nil }

        /// Returns whether a name is an alias of one type wherever it is declared.
        func isAlias(_ name: String, of type: String) -> Bool {
            aliases[name]?.trimmedDescription == type && !ambiguous.contains(name)
        }

        /// Returns whether no declared type with this name is nested in another type.
        func isTopLevel(_ type: String) -> Bool { !nested.values.contains { $0.contains(type) } }

        /// Returns whether all mutating functions with a name belong to one type and only assign `self` at their end.
        func replacesSelf(_ name: String, _ type: String) -> Bool {
            replacing[type]?.contains(name) == true && functions(named: name).count == 1
        }

        /// Returns whether a type outside the dialect has a member with a name.
        func isMember(_ name: String) -> Bool {
            let own = Set(dialect.names.values).union([""]).union(Set(dialect.types.keys).subtracting(types))
            return properties.contains { !own.contains($0.key) && $0.value[name] != nil }
                || functions.contains { !own.contains($0.key) && $0.value[name] != nil }
        }

        /// Returns the names of the declared protocols to which the files make a type of the dialect conform.
        func conformances(of type: String) -> [String] {
            types.contains(type) ? [] : (parents[type] ?? []).filter(protocols.contains)
        }

        /// Returns whether a declared type itself has a member.
        func declares(_ name: String, in type: String) -> Bool {
            properties[type]?[name] != nil || functions[type]?[name] != nil
        }

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
