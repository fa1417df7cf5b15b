#if Migrator
    import SwiftSyntax

    extension Rewriter {
        /// Reports declarations of the module that conflict with the new dialect.
        func lookForObstacles(at node: ImportDeclSyntax) {
            var reasons: [String] = []
            for (type, members) in [("Webcom", words.membersOfReference), ("DataSnapshot", words.membersOfSnapshot)] {
                for name in declarations.added(to: type).intersection(members).sorted() {
                    reasons.append("an extension of \(type) adds \(name), which the new type has too: rename it first")
                }
            }
            if declarations.types.contains("Webcom") {
                reasons.append("a type is called Webcom, as that of the dialects: rename it first")
            }
            for name in ["Webcom", "DataSnapshot", "Listener"] where declarations.isAlias(name) {
                reasons.append("an alias is called \(name), as the type of the old dialect: rename it first")
            }
            if !reasons.isEmpty { giveUp(at: node, reasons.joined(separator: "; ")) }
        }

        /// Reports members of an extension that are invalid once the extended type is a class or a protocol.
        func lookForObstacles(in node: ExtensionDeclSyntax) {
            let type = node.extendedType.lastName
            guard !declarations.types.contains(type), type == "Webcom" || type == "DataSnapshot" else { return }
            if type == "DataSnapshot", let clause = node.inheritanceClause {
                giveUp(at: clause, "DatasyncSnapshot is a protocol, and conforms to no other one later")
            }
            for member in node.memberBlock.members {
                let declaration = member.decl
                if declaration.is(InitializerDeclSyntax.self) {
                    giveUp(at: declaration, "the new type takes no other initialiser; make it a function")
                } else if let function = declaration.as(FunctionDeclSyntax.self) {
                    if function.name.text == "/" {
                        giveUp(at: function.name, "DatasyncNode has an operator / of its own; rename this one")
                    } else if function.modifiers.contains(where: { $0.name.text == "mutating" }) {
                        giveUp(
                            at: function.name, "there is nothing to mutate; make it a function that gives another value"
                        )
                    } else if function.signature.returnClause?.type.trimmedDescription == "Self" {
                        giveUp(at: function.name, "DatasyncNode is a class; name the type in place of Self")
                    } else if type == "DataSnapshot", function.modifiers.contains(where: { $0.name.text == "static" }) {
                        giveUp(at: function.name, "DatasyncSnapshot is a protocol, which has no such function; move it")
                    }
                } else if type == "DataSnapshot" {
                    let isStatic =
                        declaration.as(VariableDeclSyntax.self)?.modifiers.contains { $0.name.text == "static" }
                    if isStatic != false, !declaration.is(SubscriptDeclSyntax.self) {
                        giveUp(at: declaration, "DatasyncSnapshot is a protocol, which cannot have this; move it")
                    }
                }
            }
        }

        /// Returns whether a member of `Webcom` belongs to the legacy dialect or to an extension.
        func isOfLegacy(_ name: String) -> Bool {
            !CallbackNames.all.contains(name) || declarations.nested["Webcom"]?.contains(name) == true
        }
    }
#endif
