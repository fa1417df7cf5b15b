#if Migrator
    import SwiftSyntax

    /// Renaming of members that extensions add to legacy types under a name that the new type has too.
    extension Rewriter {
        /// Returns the new names of such members, by type and by old name.
        ///
        /// A protocol that requires the member and all types that conform to it get the same new name.
        static func renames(_ declarations: Declarations, _ words: any DialectNames) -> [String: [String: String]] {
            var renames: [String: [String: String]] = [:]
            let types = [
                ("Webcom", "node", words.membersOfReference), ("DataSnapshot", "snapshot", words.membersOfSnapshot),
            ]
            for (type, prefix, members) in types {
                let added = declarations.added(to: type)
                for name in added.intersection(members).sorted() {
                    var new = prefix + name.prefix(1).uppercased() + name.dropFirst()
                    while added.contains(new) || members.contains(new) || declarations.isMember(new) { new += "Value" }
                    renames[type, default: [:]][name] = new
                    for parent in declarations.conformances(of: type) where declarations.declares(name, in: parent) {
                        for other in declarations.types
                        where other == parent || declarations.inherits(other, from: parent) {
                            renames[other, default: [:]][name] = new
                        }
                    }
                }
            }
            return renames
        }

        /// Returns the new name of a value's member.
        private func newName(of name: String, on kind: ValueKind) -> String? {
            switch kind.unwrapped {
            case .reference: renames["Webcom"]?[name]
            case .snapshot: renames["DataSnapshot"]?[name]
            case .nominal(let type, _): renames[type]?[name]
            default: nil
            }
        }

        /// Renames a value's member, or leaves a note if the value's type is not known.
        func renameUse(_ member: MemberAccessExprSyntax) {
            guard !renames.isEmpty, let base = member.owner else { return }
            let name = member.declName.baseName
            let text = name.text.trimmingBackticks
            let kind = typeName(base).map(instance(of:)) ?? kind(of: base)
            if let new = newName(of: text, on: kind) { return rename(name, to: new) }
            guard kind.isOpen, text != "key", text != "value",
                let new = renames["Webcom"]?[text] ?? renames["DataSnapshot"]?[text]
            else { return }
            let renamed = "the extension's \(text) is called \(new) now"
            guard let subject = Subject(base) else {
                return annotate(name, "\(renamed); the type of the receiver is not known here")
            }
            annotate(name, "\(renamed); \(subject.reason)", about: subject)
        }

        /// Renames a member without a base: of `self`, or in a key path.
        func renameUse(_ reference: DeclReferenceExprSyntax) {
            let name = reference.baseName.text.trimmingBackticks
            guard !renames.isEmpty,
                reference.parent?.is(MemberAccessExprSyntax.self) != true
                    || reference.parent?.as(MemberAccessExprSyntax.self)?.base?.id == reference.id
            else { return }
            if let path = reference.ancestor(KeyPathExprSyntax.self),
                reference.parent?.is(
                    KeyPathPropertyComponentSyntax.self) == true
            {
                if let new = newName(of: name, on: root(of: path)) { rename(reference.baseName, to: new) }
                return
            }
            guard !isLocal(name), let own = implicitSelf, let new = newName(of: name, on: own) else { return }
            rename(reference.baseName, to: new)
        }

        /// Returns the kind of the value to which a key path is applied.
        private func root(of path: KeyPathExprSyntax) -> ValueKind {
            if let root = path.root { return declarations.kind(of: root) }
            guard let call = path.parent?.as(LabeledExprSyntax.self)?.ancestor(FunctionCallExprSyntax.self),
                let base = call.base
            else { return .unknown }
            return kind(of: base).element
        }

        /// Renames a declaration in an extension, in a protocol that requires it, or in a conforming type.
        func renameDeclaration(_ name: TokenSyntax, in node: some SyntaxProtocol) {
            guard node.parent?.is(MemberBlockItemSyntax.self) == true, let type = enclosing.last,
                let new = renames[type]?[name.text.trimmingBackticks]
            else { return }
            recordRewrite(name)
            rename(name, to: new)
        }
    }
#endif
