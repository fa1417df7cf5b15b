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
                if assignResult(of: call, name, own) { return }
                return rewrite(call, name, base: nil, kind: own)
            }
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return }
            guard let base = member.owner else { return openImplicitly(call, member.declName.baseName) }
            let name = member.declName.baseName
            switch (base.path, name.text) {
            case ("DatasyncLegacy", "Webcom"), ("DatasyncLegacy.Webcom", "init"): return open(call, name)
            case ("Webcom", "init") where !declarations.types.contains("Webcom"): return open(call, name)
            default:
                // A static function of a declared type.
                if let type = typeName(base), declarations.types.contains(type) { return }
                if assignResult(of: call, name, kind(of: base)) { return }
                rewrite(call, name, base: base, kind: kind(of: base).unwrapped)
            }
        }

        /// The methods of a reference.
        static let methods: Set = [
            "child", "parent", "root", "name", "ref", "on", "once", "off", "set", "update", "remove", "push",
            "increment", "setPaths",
            "transaction", "get", "onDisconnect", "goOffline", "goOnline", "setPriority", "setWithPriority", "presence",
            "authWithToken", "onAuth", "unauth", "observeConnectionState",
        ]

        /// The methods of old clients for accounts and sign-in, which this package leaves to a service.
        static let signIns: Set = [
            "authAnonymously", "authWithPassword", "authWithOAuth", "createUser", "removeUser", "changePassword",
            "changeEmail", "sendPasswordResetEmail", "resetPassword", "resume", "logout",
        ]

        static let reasonOfSignIn =
            "accounts are a matter of your sign-in service; pass its tokens to authentication.signIn(tokenProvider:), "
            + "or one token to authWithToken, see Migration/SignInWithTokens.md"

        /// Adds `self.` before a member in a closure; the async dialect requires it, since its node is a class.
        func nameSelf(before name: TokenSyntax, _ own: ValueKind) {
            guard target == .async, own == .reference, name.ancestor(ClosureExprSyntax.self) != nil else { return }
            let text = name.text.trimmingBackticks
            let isOwn =
                Self.methods.contains(text) || WindowChain.names.contains(text)
                || !declarations.functions(text, of: "Webcom").isEmpty
                || declarations.property(text, of: "Webcom") != nil || text == "path" || text == "description"
                || connectionProperty(text) != nil
            if isOwn { insert("self.", at: start(name)) }
        }

        /// Rewrites `Webcom("id")`, the root of an application.
        private func open(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            guard call.arguments.count == 1, let argument = call.arguments.first, argument.label == nil else {
                // The call refers to an initialiser of an extension.
                if name.text == "Webcom" {
                    recordRewrite(name)
                    rename(name, to: target == .async ? "\(words.reference).make" : words.reference)
                }
                return
            }
            recordRewrite(name, "Webcom")
            replace(call, with: words.root(of: text(argument.expression)))
        }

        /// Rewrites `.init("id")` where the type is annotated.
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
                if WindowChain.names.contains(name) || ["on", "once", "off"].contains(name) {
                    rewrite(call, token, name, onListenable: base)
                }
            case .onDisconnect:
                if ["set", "update", "remove", "cancel"].contains(name) { onDisconnect(call, token, base) }
            case .unknown, .parameter:
                if base != nil, mode != .bystander, let guess = conjecture(call) {
                    return rewrite(call, token, base: base, kind: guess)
                }
                guard base != nil, mayBeLegacy(call, name) else { return }
                annotate(token, noteOfUnknown(call, name), on: base)
            case .nominal(let type, _) where declarations.inherits(type, from: "Listenable"):
                rewrite(call, token, base: base, kind: .listenable)
            default: break
            }
        }

        /// Returns whether a call refers to a function that an extension adds to a type of the dialect.
        private func isAdded(_ name: String, to type: String, _ call: FunctionCallExprSyntax) -> Bool {
            if declarations.types.contains(type) { return false }
            let labels = call.arguments.map { $0.label?.text }
            let trailing = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
            return declarations.functions(name, of: type).contains { own in
                let isOfDialect = Self.methods.contains(name) || WindowChain.names.contains(name)
                if !isOfDialect { return true }
                // An overload for another argument type does not match.
                let isText = call.arguments.first?.expression.is(StringLiteralExprSyntax.self) == true
                if isText, own.firstType != "String" { return false }
                return !own.isVariadic && own.labels.count == labels.count + trailing
                    && Array(own.labels.prefix(labels.count)) == labels
            }
        }

        /// Returns whether a call on an unknown receiver may belong to the legacy dialect.
        private func mayBeLegacy(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
            switch name {
            case "on", "once", "off":
                return call.arguments.first.map { EventSelection($0.expression, self) != nil }
                    ?? (name == "off" && call.trailingClosure == nil)
            case "hasChild": return false
            default: return hasLegacyShape(call)
            }
        }

        /// Leaves a call, with one note for all calls on the same value.
        private func annotate(_ token: TokenSyntax, _ reason: String, on base: ExprSyntax?) {
            guard let subject = base.flatMap(Subject.init) else { return annotate(token, reason) }
            annotate(token, reason, about: subject)
        }

        /// Returns the note for calls on a receiver of unknown type; it says whether they compile on the new types.
        private func noteOfUnknown(_ call: FunctionCallExprSyntax, _ name: String) -> String {
            let subject = call.base.flatMap(Subject.init)
            let calls = subject?.calls(in: file) ?? [call]
            let isMissing = calls.contains {
                let name = $0.name?.text ?? ""
                return ["hasChildren", "isKnown", "parent", "root"].contains(name) || name.hasPrefix("orderBy")
            }
            let isClashing = calls.contains { other in
                other.name.map { words.clashing.contains($0.text) } == true && !other.hasCompletion
            }
            let rest =
                isMissing
                ? "it does not compile on the new type: name the type and run the tool again"
                : isClashing
                    ? "it compiles only outside of async functions: name the type and run the tool again"
                    : "it still compiles; name the type and run the tool again"
            let reason = subject?.reason ?? "the type of the receiver is not known here"
            return "\(reason); if it is a reference or snapshot, \(rest)"
        }

        private func rewrite(
            _ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String, onReference base: ExprSyntax?
        ) {
            switch name {
            case "set", "update", "remove", "increment", "setPaths": write(call, token)
            case "push": push(call, token)
            case "transaction": transact(call, token)
            case "transactionOfData": transact(call, token, marker: "onData: ")
            case "get": read(call, token)
            case "getData": read(call, token, base)
            case "onDisconnect":
                // A call on the result is rewritten together with this call.
                let next = call.parent?.as(MemberAccessExprSyntax.self)
                if next?.parent?.is(FunctionCallExprSyntax.self) != true, !storeNode(ofOnDisconnect: call, token),
                    !passNode(ofOnDisconnect: call, token)
                {
                    annotate(
                        token, "there is no such object; give the writes a time: set(…, at: \(words.nextDisconnection))"
                    )
                }
            case "child": child(call, token)
            case "parent": property(call, token, "parent")
            case "root": property(call, token, "root")
            case "name": property(call, token, words.key)
            case "ref": drop(call, token)
            case "goOffline": property(call, token, words.disconnect)
            case "goOnline": property(call, token, words.connect)
            case "setPriority", "setWithPriority": annotate(token, Self.reasonOfPriority)
            case "presence": recordRewrite(token)
            case _ where Self.signIns.contains(name): annotate(token, Self.reasonOfSignIn)
            case "authWithToken", "onAuth", "unauth", "observeConnectionState": connect(call, token)
            default: rewrite(call, token, name, onListenable: base)
            }
        }

        /// Rewrites a call on a reference or a query.
        private func rewrite(
            _ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String, onListenable base: ExprSyntax?
        ) {
            switch name {
            case "on", "once": listen(call, token, base, isOnce: name == "once")
            case "getData": read(call, token, base)
            case "off": end(call, token, base)
            case "liveObject", "liveCollection", "itemSubscription":
                observeByName(call, token, name)
            case _ where WindowChain.names.contains(name): keep(call, token)
            default: break
            }
        }

        private func rewrite(
            _ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String, onSnapshot base: ExprSyntax?
        ) {
            switch name {
            case "val": target == .callback ? recordRewrite(token) : property(call, token, words.value)
            case "exportVal": property(call, token, "exportedJSON")
            case "getPriority": annotate(token, Self.reasonOfPriority)
            case "isKnown": property(call, token, "isKnown")
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

        /// Replaces a method call without arguments by a property.
        private func property(_ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ name: String) {
            if hasComment(start(token)..<end(call)) {
                return annotate(token, "a comment stands where a property has no parentheses; move it")
            }
            recordRewrite(token)
            replace(start(token)..<end(call), with: name)
        }

        /// Removes a call of `ref` on a reference.
        private func drop(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            recordRewrite(token)
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
                return replace(call, with: "self")
            }
            replace(end(base)..<end(call), with: "")
        }

        /// Rewrites a window without a direct subscription into a query with a constraint.
        private func keep(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            // A window of `self` begins a chain and is not part of one.
            guard let chain = WindowChain(ExprSyntax(call)) else {
                nameQuery(of: nil, before: token)
                return takeWindow(call, token)
            }
            if let member = call.parent?.as(MemberAccessExprSyntax.self),
                member.parent?.is(FunctionCallExprSyntax.self) == true
            {
                let next = member.declName.baseName.text
                if WindowChain.names.contains(next) || ["on", "once", "off", "getData"].contains(next) { return }
            }
            if !storeNode(of: chain, call) { take(chain) }
        }

        /// Rewrites the calls of a chain into steps of the support module.
        func take(_ chain: WindowChain) {
            if let name = chain.calls.last?.name { nameQuery(of: chain.reference, before: name) }
            for call in chain.calls {
                if let name = call.name { takeWindow(call, name) }
            }
        }

        private func takeWindow(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            guard let step = WindowChain.steps[token.text.trimmingBackticks] else { return }
            recordRewrite(token)
            rename(token, to: step.name)
            if let first = call.arguments.first, first.label == nil { prepend(step.label, at: start(first)) }
        }
    }

    extension FunctionCallExprSyntax {
        /// Whether the call has a completion.
        fileprivate var hasCompletion: Bool {
            trailingClosure != nil || arguments.dropFirst().contains { $0.label == nil }
        }
    }
#endif
