#if Migrator
    import SwiftSyntax

    extension Rewriter {
        func rewrite(_ call: FunctionCallExprSyntax) {
            if let reference = call.calledExpression.as(DeclReferenceExprSyntax.self) {
                let name = reference.baseName
                if name.text == "Webcom", !declarations.types.contains("Webcom") { return open(call, name) }
                if declarations.kind(ofAlias: name.text) == .reference { return open(call, name) }
                guard let own = implicitSelf, !isDeclared(name.text.trimmingBackticks) else { return }
                nameSelf(before: name, own)
                return rewrite(call, name, base: nil, kind: own)
            }
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return }
            guard let base = member.owner else { return openImplicitly(call, member.declName.baseName) }
            let name = member.declName.baseName
            switch (base.path, name.text) {
            case ("DatasyncLegacy", "Webcom"), ("DatasyncLegacy.Webcom", "init"): return open(call, name)
            case ("Webcom", "init") where !declarations.types.contains("Webcom"): return open(call, name)
            default: rewrite(call, name, base: base, kind: kind(of: base).unwrapped)
            }
        }

        /// The methods of a reference.
        static let methods: Set = [
            "child", "parent", "root", "name", "ref", "on", "once", "off", "set", "update", "remove", "push",
            "increment",
            "transaction", "get", "onDisconnect", "goOffline", "goOnline",
        ]

        /// A node of the async dialect is a class: closures in its extensions must say `self`.
        func nameSelf(before name: TokenSyntax, _ own: ValueKind) {
            guard target == .async, own == .reference, name.ancestor(ClosureExprSyntax.self) != nil else { return }
            let text = name.text.trimmingBackticks
            let isOwn =
                Self.methods.contains(text) || WindowChain.names.contains(text)
                || !declarations.functions(text, of: "Webcom").isEmpty
                || declarations.property(text, of: "Webcom") != nil || text == "path" || text == "description"
            if isOwn { insert("self.", at: start(name)) }
        }

        /// `Webcom("id")`, the root of an application.
        private func open(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            guard call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil else {
                // An initialiser of an extension.
                if name.text == "Webcom" { rename(name, to: words.reference) }
                return
            }
            recordRewrite(name, "Webcom")
            replace(call, with: words.root(of: text(argument.expression)))
        }

        /// `.init("id")` where the type is said.
        private func openImplicitly(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            let owner = call.parent?.parent
            let type =
                owner?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
                ?? owner?.as(FunctionParameterSyntax.self)?.type
            guard name.text == "init", let type, declarations.kind(of: type).unwrapped == .reference else { return }
            open(call, name)
        }

        private func rewrite(_ call: FunctionCallExprSyntax, _ token: TokenSyntax, base: ExprSyntax?, kind: ValueKind) {
            let name = token.text.trimmingBackticks
            switch kind {
            case .reference:
                guard !isAdded(name, to: "Webcom", call) else { return }
                rewrite(call, token, name, onReference: base)
            case .snapshot:
                guard !isAdded(name, to: "DataSnapshot", call) else { return }
                rewrite(call, token, name, onSnapshot: base)
            case .query:
                guard !isAdded(name, to: "Query", call) else { return }
                name == "ref" ? recordRewrite(token) : rewrite(call, token, name, onListenable: base)
            case .listenable:
                if WindowChain.names.contains(name) { return keep(call, token) }
                if ["on", "once", "off"].contains(name) {
                    annotate(token, "this may be a node or a query; take a node and a constraint instead")
                }
            case .onDisconnect:
                if ["set", "update", "remove", "cancel"].contains(name) { onDisconnect(call, token, base) }
            case .unknown:
                // What may be a call of the dialect, and is seldom another one.
                let isListening = ["on", "once", "off"].contains(name)
                let isTelling = isListening ? isOfEvents(call) : Self.telling.contains(name)
                if base != nil, words.clashing.contains(name), hasLegacyShape(call) {
                    return giveUp(
                        at: token,
                        "what this is called on is not known here, and the new dialect has another \(name); name the type"
                    )
                }
                if base != nil, isTelling || hasLegacyShape(call) && Self.shaped.contains(name) {
                    annotate(
                        token,
                        "what this is called on is not known here; if it is a reference or snapshot, see \(words.guide)"
                    )
                }
            case .nominal(let type) where declarations.inherits(type, from: "Listenable"):
                rewrite(call, token, base: base, kind: .listenable)
            default: break
            }
        }

        /// Whether a call is of a function that an extension in the files adds to a type of the dialect.
        private func isAdded(_ name: String, to type: String, _ call: FunctionCallExprSyntax) -> Bool {
            if declarations.types.contains(type) { return false }
            let labels = call.arguments.map { $0.label?.text }
            let trailing = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
            return declarations.functions(name, of: type).contains { own in
                let isOfDialect = Self.methods.contains(name) || WindowChain.names.contains(name)
                if !isOfDialect { return true }
                // An overload for another type than what is given.
                let isText = call.arguments.first?.expression.is(StringLiteralExprSyntax.self) == true
                if isText, own.firstType != "String" { return false }
                return !own.isVariadic && own.labels.count == labels.count + trailing
                    && Array(own.labels.prefix(labels.count)) == labels
            }
        }

        /// Whether the first argument of a call names events.
        private func isOfEvents(_ call: FunctionCallExprSyntax) -> Bool {
            call.arguments.first.map { EventSelection($0.expression, self) != nil }
                ?? (call.name?.text == "off" && call.trailingClosure == nil)
        }

        /// Names that tell the dialect together with the shape of the call.
        private static let shaped: Set = [
            "set", "push", "increment", "update", "remove", "child", "val", "transaction", "get", "name", "ref",
        ]

        /// Whether a call looks like one of the dialect: a value without a label, then a queue or a closure at most.
        private func hasLegacyShape(_ call: FunctionCallExprSyntax) -> Bool {
            let name = call.name?.text ?? ""
            let labels = call.arguments.map { $0.label?.text }
            let closures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
            switch name {
            case "val", "name", "ref": return labels.isEmpty && closures == 0
            case "push" where labels.isEmpty: return closures == 0
            case "child": return labels == [nil] && closures == 0
            case "remove": return labels.isEmpty
            case "get": return labels.isEmpty && closures == 1
            case "transaction": return labels.count + closures >= 1 && labels.first ?? nil == nil
            case "increment": return labels.isEmpty || labels.first == "by" || labels.first == "from"
            default: return labels == [nil] || labels == [nil, "queue"] || labels == [nil, nil]
            }
        }

        /// Names that tell the dialect, whatever they are called on.
        private static let telling: Set = [
            "onDisconnect", "exportVal", "numChildren", "hasChildren", "eventType", "acknowledged", "parent", "root",
            "goOffline", "goOnline",
        ]

        private func rewrite(
            _ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String, onReference base: ExprSyntax?
        ) {
            switch name {
            case "set", "update", "remove", "increment": write(call, token)
            case "push": push(call, token)
            case "transaction": transact(call, token)
            case "get": read(call, token)
            case "onDisconnect":
                // What follows it at once takes it along.
                let next = call.parent?.as(MemberAccessExprSyntax.self)
                if next?.parent?.is(FunctionCallExprSyntax.self) != true {
                    annotate(
                        token, "there is no such object; give the writes a time: set(…, at: \(words.nextDisconnection))"
                    )
                }
            case "child":
                guard call.arguments.count == 1 else { return }
                recordRewrite(token)
                rename(token, to: words.child)
            case "parent": property(call, token, "parent")
            case "root": property(call, token, "root")
            case "name": property(call, token, words.key)
            case "ref": drop(call, token)
            case "goOffline": property(call, token, words.disconnect)
            case "goOnline": property(call, token, words.connect)
            default: rewrite(call, token, name, onListenable: base)
            }
        }

        /// What is called on a reference or a query.
        private func rewrite(
            _ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String, onListenable base: ExprSyntax?
        ) {
            switch name {
            case "on", "once": listen(call, token, base, isOnce: name == "once")
            case "off": end(call, token, base)
            case "liveObject", "liveCollection", "itemSubscription":
                giveUp(at: token, "live objects and item subscriptions are moved by hand, see \(words.guide)")
            case _ where WindowChain.names.contains(name): keep(call, token)
            default: break
            }
        }

        private func rewrite(
            _ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String, onSnapshot base: ExprSyntax?
        ) {
            switch name {
            case "val": target == .callback ? recordRewrite(token) : property(call, token, words.value)
            case "exportVal": property(call, token, "rawJSON")
            case "name": property(call, token, words.name)
            case "ref": property(call, token, words.node)
            case "acknowledged": property(call, token, words.isAcknowledged)
            case "numChildren": property(call, token, "childCount")
            case "eventType": property(call, token, "eventName")
            case "hasChildren": property(call, token, "hasChildren")
            case "child", "hasChild", "forEach": recordRewrite(token)
            default: break
            }
        }

        /// A method without arguments becomes a property.
        private func property(_ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String) {
            if hasComment(start(token)..<end(call)) {
                return annotate(token, "a comment stands where a property has no parentheses; move it")
            }
            recordRewrite(token)
            replace(start(token)..<end(call), with: name)
        }

        /// The reference of a reference is itself.
        private func drop(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            recordRewrite(token)
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
                return replace(call, with: "self")
            }
            replace(end(base)..<end(call), with: "")
        }

        /// A window that is not listened to at once stays a query.
        private func keep(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            if let member = call.parent?.as(MemberAccessExprSyntax.self),
                member.parent?.is(FunctionCallExprSyntax.self) == true
            {
                let next = member.declName.baseName.text
                if WindowChain.names.contains(next) || ["on", "once", "off"].contains(next) { return }
            }
            annotate(token, "a query is a node with a constraint here; give both to subscribe")
        }
    }
#endif
