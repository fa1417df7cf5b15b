#if Migrator
    import SwiftSyntax

    /// Rewriting of names without a call: unapplied methods, and types in expressions.
    extension Rewriter {
        /// Rewrites an unapplied method or the name of a type in an expression.
        func rewrite(_ member: MemberAccessExprSyntax) {
            if member.declName.baseName.text == "TIMESTAMP", isServerValue(member.base) {
                let isPlain = style == .idiomatic && isWritten(member) && !declarations.types.contains("ServerValue")
                return replace(member, with: isPlain ? "ServerValue.timestamp" : "Webcom.ServerValue.TIMESTAMP")
            }
            guard let base = member.base else { return }
            let isCalled = member.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == member.id
            if base.path == "DatasyncLegacy" {
                let name = member.declName.baseName.text
                if name == "Query", !isCalled {
                    replace(member, with: isOwn(name) ? "\(words.support).\(name)" : name)
                } else if !isCalled {
                    renameType(name, member)
                }
                return
            }
            guard !isCalled else { return }
            let token = member.declName.baseName
            let name = token.text.trimmingBackticks
            if let type = base.as(DeclReferenceExprSyntax.self)?.baseName.text, type == "Webcom",
                !declarations.types.contains("Webcom")
            {
                if name == "init" {
                    recordRewrite(token, "Webcom")
                    let opening = target == .callback ? "\(words.reference).init" : "\(words.reference).root(of:)"
                    replace(member, with: opening)
                } else if let closure = unappliedOfType(name, takesKey: member.takesKey) {
                    recordRewrite(token)
                    replace(member, with: closure)
                } else if Self.methods.contains(name) {
                    giveUp(at: token, "a method of the type that is not applied; write a closure that calls it")
                }
                return
            }
            guard case .reference = kind(of: base).unwrapped, declarations.property(name, of: "Webcom") == nil else {
                return
            }
            if let property = connectionProperty(name) {
                recordRewrite(token)
                return rename(token, to: property)
            }
            switch name {
            case "child":
                recordRewrite(token)
                if !member.takesKey { rename(token, to: words.child) }
            case "parent", "name":
                recordRewrite(token)
                replace(member, with: "{ \(text(base)).\(name == "parent" ? name : words.key) }")
            case "push":
                recordRewrite(token)
                rename(token, to: "createChild")
            case "set", "update", "remove", "root", "ref":
                recordRewrite(token)
                replace(member, with: unapplied(name, on: text(base)))
            case _ where WindowChain.names.contains(name):
                recordRewrite(token)
                rename(token, to: WindowChain.unapplied(name))
            case "query": recordRewrite(token)
            case "off":
                annotate(token, "a method that is not applied; write a closure that calls it")
            case _ where Self.methods.contains(name):
                giveUp(at: token, "a method that is not applied; write a closure that calls it")
            default: break
            }
        }

        /// Returns a closure that calls the replacement for an unapplied method of a reference.
        private func unapplied(_ name: String, on base: String) -> String {
            let completion = "completion: \(words.reference).MainCompletion?"
            return switch name {
            case "set":
                "{ [node = \(base)] (value: Any?, \(completion)) in "
                    + "node.\(words.set.name)(\(words.set.marker)value).completed(completion).ignored() }"
            case "update":
                "{ [node = \(base)] (value: Any?, \(completion)) in "
                    + "node.\(words.merge.name)(\(target == .async ? "json: " : "")value).completed(completion).ignored() }"
            case "remove":
                "{ [node = \(base)] (\(completion)) in node.\(words.clear)().completed(completion).ignored() }"
            case "root": "{ [node = \(base)] in node.root }"
            default: "{ [node = \(base)] in node }"
            }
        }

        /// Returns a closure that replaces an unapplied method of the type, such as `Webcom.child`.
        private func unappliedOfType(_ name: String, takesKey: Bool) -> String? {
            switch name {
            case "child" where takesKey:
                "{ (node: \(words.reference)) in { (key: String) in node.child(key: key) } }"
            case "child": "{ (node: \(words.reference)) in { (path: String) in node.\(words.child)(path) } }"
            case "name": "{ (node: \(words.reference)) in { node.\(words.key) } }"
            case "parent", "root": "{ (node: \(words.reference)) in { node.\(name) } }"
            case "ref": "{ (node: \(words.reference)) in { node } }"
            default: nil
            }
        }

        /// Returns whether an expression is written unchanged.
        ///
        /// It is then the value of a write, or part of such a value: a dictionary cast to `[String: Any]`.
        private func isWritten(_ member: MemberAccessExprSyntax) -> Bool {
            var value = ExprSyntax(member)
            if let dictionary = member.parent?.parent?.parent?.as(DictionaryExprSyntax.self),
                let sequence = dictionary.parent?.parent?.as(SequenceExprSyntax.self),
                ExprSyntax(sequence).isDictionary
            {
                value = ExprSyntax(sequence)
            }
            guard let argument = value.parent?.as(LabeledExprSyntax.self), argument.label == nil,
                let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
                call.arguments.first?.id == argument.id, let name = call.name?.text
            else { return false }
            let isOnDisconnect = call.base?.as(FunctionCallExprSyntax.self)?.name?.text == "onDisconnect"
            let kind = call.base.map { self.kind(of: $0).unwrapped }
            return ["set", "push", "update"].contains(name) && (kind == .reference || isOnDisconnect)
        }

        /// Returns whether an expression is `ServerValue` of the reference type.
        private func isServerValue(_ base: ExprSyntax?) -> Bool {
            if base?.path == "ServerValue" { return implicitSelf == .reference }
            guard let member = base?.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "ServerValue"
            else {
                return false
            }
            return ["Webcom", "DatasyncLegacy.Webcom"].contains(member.base?.path)
        }

        func rewrite(_ reference: DeclReferenceExprSyntax) {
            let name = reference.baseName.text
            let member = reference.parent?.as(MemberAccessExprSyntax.self)
            if enclosing.last == "DataSnapshot", isMoved(name), member == nil || member?.base?.id == reference.id,
                declarations.nested["DataSnapshot"]?.contains(name) == true
            {
                return prepend("DatasyncValue.", at: start(reference))
            }
            if name == "DataSnapshot", let member, member.base?.id == reference.id,
                isMoved(member.declName.baseName.text)
            {
                return replace(reference, with: "DatasyncValue")
            }
            guard !isOwn(name) else { return }
            if name == "DatasyncLegacy",
                reference.ancestor(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription == "canImport"
            {
                return replace(reference, with: words.module)
            }
            if let member = reference.parent?.as(MemberAccessExprSyntax.self) {
                if member.base?.id != reference.id { return }
                if name == "Webcom" {
                    let next = member.declName.baseName.text
                    if !isOfLegacy(next) || next == "ServerValue" || next == "init" { return }
                    return replace(reference, with: words.reference)
                }
            }
            let isCalled = reference.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == reference.id
            if !isCalled, let own = implicitSelf, !isLocal(name) {
                nameSelf(before: reference.baseName, own)
                if own == .reference, let property = connectionProperty(name),
                    declarations.property(name, of: "Webcom") == nil
                {
                    recordRewrite(reference.baseName)
                    return rename(reference.baseName, to: property)
                }
            }
            if !isCalled || name == "DataSnapshot" { renameType(name, reference) }
        }

        private func renameType(_ name: String, _ node: some SyntaxProtocol) {
            if let type = type(for: name, snapshot: snapshotType) { replace(node, with: type) }
        }
    }

    extension MemberAccessExprSyntax {
        /// Whether the name is `child(key:)`, with its label.
        fileprivate var takesKey: Bool { declName.argumentNames?.arguments.first?.name.text == "key" }
    }
#endif
