#if Migrator
    import SwiftSyntax

    extension Rewriter {
        /// Reports declarations of the module that conflict with the new dialect.
        func lookForObstacles(at node: ImportDeclSyntax) {
            // The async dialect has different names; only the back end's time is a member of a type called Webcom
            // there. An observe pass names the legacy types without their module.
            let canStay = target == .async && !followsObservePass && !file.names("TIMESTAMP")
            let remedy =
                target == .async && file.names("TIMESTAMP")
                ? "rename it first, as Webcom.ServerValue.TIMESTAMP would be of it" : "rename it first"
            var reasons: [String] = []
            if declarations.types.contains("Webcom"), !(canStay && declarations.isTopLevel("Webcom")) {
                reasons.append("a type is called Webcom, as that of the dialects: \(remedy)")
            }
            for name in ["Webcom", "DataSnapshot", "Listener"] where declarations.isAlias(name) {
                if followsObservePass && name != "Webcom" { continue }
                if canStay, declarations.isAlias(name, of: "DatasyncLegacy.\(name)") { continue }
                reasons.append("an alias is called \(name), as the type of the old dialect: \(remedy)")
            }
            if !reasons.isEmpty { giveUp(at: node, reasons.joined(separator: "; ")) }
        }

        /// Reports members of an extension that become invalid once the extended type is a class or a protocol.
        func lookForObstacles(in node: ExtensionDeclSyntax) {
            let type = declarations.name(ofExtended: node.extendedType)
            if declarations.types.contains(type), node.extendedType.trimmedDescription == "DatasyncLegacy.\(type)" {
                giveUp(at: node.extensionKeyword, "a declared type is called \(type) too: rename it first")
            }
            guard !declarations.types.contains(type), type == "Webcom" || type == "DataSnapshot" else { return }
            if type == "DataSnapshot", let clause = node.inheritanceClause { conform(node, clause) }
            for member in node.memberBlock.members {
                let declaration = member.decl
                if let initializer = declaration.as(InitializerDeclSyntax.self) {
                    if type == "Webcom", initializer.givesSelf { continue }
                    giveUp(at: declaration, "the new type takes no other initialiser; make it a function")
                } else if let function = declaration.as(FunctionDeclSyntax.self) {
                    if function.name.text == "/" || movesOut(declaration, of: type) {
                        continue
                    } else if function.isMutating, !declarations.replacesSelf(function.name.text, type) {
                        giveUp(
                            at: function.name,
                            "the new type is a class, and the function does more than to assign self at its end; "
                                + "make it a function that returns another node")
                    }
                } else if type == "DataSnapshot", !movesOut(declaration, of: type),
                    !declaration.is(VariableDeclSyntax.self), !declaration.is(SubscriptDeclSyntax.self)
                {
                    giveUp(at: declaration, "DatasyncSnapshot is a protocol, which cannot have this; move it")
                }
            }
        }

        /// Moves an extension's conformances to the types of events and read values.
        ///
        /// The members stay in an extension of their common protocol.
        private func conform(_ node: ExtensionDeclSyntax, _ clause: InheritanceClauseSyntax) {
            let protocols = clause.inheritedTypes.trimmedDescription
            replace(start(clause)..<end(clause), with: "")
            insert(
                "\(newline)\(newline)extension DatasyncEvent: \(protocols) {}\(newline)"
                    + "extension DatasyncValue: \(protocols) {}", at: end(node))
        }

        /// The type of a snapshot, with the declared protocols to which snapshots conform.
        var snapshotType: String {
            let protocols = snapshotProtocols
            return protocols.isEmpty ? words.snapshot : "(any DatasyncSnapshot\(protocols))"
        }

        /// The type of a snapshot where no `?`, `.` or similar follows.
        var snapshotTypeAlone: String {
            let protocols = snapshotProtocols
            return protocols.isEmpty ? words.snapshotAlone : "any DatasyncSnapshot\(protocols)"
        }

        private var snapshotProtocols: String {
            guard target == .async else { return "" }
            return Set(declarations.conformances(of: "DataSnapshot")).sorted().map { " & \($0)" }.joined()
        }

        /// Returns whether a member of `Webcom` belongs to the legacy dialect or to an extension.
        func isOfLegacy(_ name: String) -> Bool {
            !CallbackNames.all.contains(name) || declarations.nested["Webcom"]?.contains(name) == true
        }
    }
#endif
