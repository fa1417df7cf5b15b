#if Migrator
    import SwiftSyntax

    /// Members that fulfil the requirements of a user's protocol, which snapshots fulfilled by methods of the old dialect.
    ///
    /// The protocol, its other conforming types and the calls on it keep their names.
    extension Rewriter {
        /// Adds the members that an extension's protocols require to the extension.
        func addWitnesses(to node: ExtensionDeclSyntax) {
            guard declarations.name(ofExtended: node.extendedType) == "DataSnapshot",
                !declarations.types.contains("DataSnapshot"), let clause = node.inheritanceClause
            else { return }
            let protocols = clause.inheritedTypes.map(\.type.lastName).filter(declarations.protocols.contains)
            let names = protocols.flatMap { declarations.requirements(of: $0) }
            if target == .async, let name = names.first(where: Self.fixed.contains) {
                return giveUp(
                    at: node.extensionKeyword,
                    "a protocol requires \(name), whose result has another type now; take it out of the protocol")
            }
            let own = words.witnesses
            var members: [String] = []
            for name in Set(names).subtracting(fulfilled).sorted() {
                guard let member = own[name], !declarations.declares(name, in: "DataSnapshot") else { continue }
                fulfilled.insert(name)
                members.append(member)
            }
            guard !members.isEmpty else { return }
            let brace = node.memberBlock.rightBrace
            let isAlone = source[lineStart(of: start(brace))..<start(brace)].allSatisfy { $0 == UInt8(ascii: " ") }
            let indent = isAlone ? "    " : newline + "    "
            let text = members.joined(separator: newline + "    ")
            insert(indent + text + newline, at: isAlone ? lineStart(of: start(brace)) : start(brace))
        }

        /// The members whose results are snapshots, which are two types in the async dialect.
        private static let fixed: Set = ["child", "children", "forEach"]
    }

    extension Declarations {
        /// Returns the names of the members that a declared protocol and those it inherits from require.
        func requirements(of type: String) -> [String] {
            let own = Set((properties[type] ?? [:]).keys).union((functions[type] ?? [:]).keys)
            return own.sorted()
                + protocols.filter { $0 != type && inherits(type, from: $0) }.sorted().flatMap {
                    Array((properties[$0] ?? [:]).keys) + Array((functions[$0] ?? [:]).keys)
                }
        }
    }
#endif
