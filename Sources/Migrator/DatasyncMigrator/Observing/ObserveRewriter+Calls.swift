#if Migrator
    import SwiftSyntax

    extension ObserveRewriter {
        func rewrite(_ call: FunctionCallExprSyntax) {
            guard let token = call.name else { return }
            let base = call.base
            let name = token.text.trimmingBackticks
            if base == nil {
                if name == "DatabaseHandle", call.arguments.isEmpty, let type = newName(of: name) {
                    return replace(call, with: "\(type).ended")
                }
                if name == "database", call.calledExpression.is(MemberAccessExprSyntax.self) {
                    // `.database()` where the type is known.
                    return rewrite(call, token, onType: "Database")
                }
                guard call.calledExpression.is(DeclReferenceExprSyntax.self), !isDeclared(name) else { return }
            }
            if let type = base.flatMap(typeName) { return rewrite(call, token, onType: type) }
            var kind = kind(ofBase: base)
            if kind.isOpen, base != nil, let guess = conjecture(call) { kind = guess }
            if let type = declarations.dialect.typeName(of: kind), isAdded(call, name, to: type) {
                return nameQuery(before: token, name, base, kind)
            }
            if declarations.dialect.typeName(of: kind) != nil, hasCommentBetween(call, token) {
                return annotate(token, "a comment stands between its arguments; move it")
            }
            switch kind {
            case .database: rewrite(call, token, onDatabase: base)
            case .reference, .query: rewrite(call, token, on: kind, base)
            case .snapshot: rewrite(call, token, onSnapshot: base)
            case .array(.snapshot) where name == "nextObject":
                guard let base, iterate(base, token) else {
                    return annotate(token, "the children are an array here; write a loop over them")
                }
            case .unknown, .parameter:
                guard mode != .bystander, base != nil, mayBeObserve(call, name) else { return }
                guard let subject = base.flatMap(Subject.init) else {
                    return annotate(
                        token, "the type of the receiver is not known here; name its type and run the tool again")
                }
                annotate(token, "\(subject.reason); name its type and run the tool again", about: subject)
            default: break
            }
        }

        /// Returns whether a call refers to a function that an extension adds to a type of the dialect.
        ///
        /// An extension may overload a method of the dialect; the labels of the call decide.
        private func isAdded(_ call: FunctionCallExprSyntax, _ name: String, to type: String) -> Bool {
            Self.methods.contains(name)
                ? overload(name, of: type, call) != nil : !declarations.functions(name, of: type).isEmpty
        }

        /// The methods of the dialect.
        private static let methods: Set = Set(writes.keys).union([
            "child", "childByAutoId", "observe", "observeSingleEvent", "observeSingleEventAndPreviousSiblingKey",
            "removeObserver", "removeAllObservers", "getData", "keepSynced", "runTransactionBlock", "setPriority",
            "queryOrdered", "queryOrderedByKey", "queryOrderedByValue", "queryOrderedByPriority", "queryStarting",
            "queryEnding", "queryEqual", "queryLimited", "exists", "childSnapshot", "hasChild", "hasChildren", "data",
            "valueInExportFormat", "reference", "goOffline", "goOnline",
        ])

        /// Names the query of a reference whose member an extension of queries adds.
        func nameQuery(before token: TokenSyntax, _ name: String, _ base: ExprSyntax?, _ kind: ValueKind) {
            guard kind == .reference, let type = declarations.dialect.typeName(of: kind),
                !declarations.declares(name, in: type)
            else { return }
            insert("query.", at: start(token))
        }

        /// Returns whether the rewriting would remove a comment next to a label or parentheses.
        private func hasCommentBetween(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) -> Bool {
            if token.text.hasPrefix("child") && token.text != "childSnapshot" || token.text.hasPrefix("has") {
                return false
            }
            guard let first = call.arguments.first else {
                return hasComment(start(token)..<end(call.rightParen ?? token))
            }
            return hasComment(start(token)..<start(first.expression))
                || call.arguments.contains { hasComment(start($0)..<start($0.expression)) }
        }

        /// Returns whether a call on an unknown receiver may belong to the observe dialect.
        private func mayBeObserve(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
            let labels = call.arguments.map { $0.label?.text }
            return switch name {
            case "observe": call.arguments.first.flatMap { Self.event($0.expression) } != nil
            case "setValue": labels == [nil] || labels == [nil, "withCompletionBlock"]
            case "removeObserver": labels == ["withHandle"]
            case "removeAllObservers": true
            case "removeValue": labels.isEmpty
            default: false
            }
        }

        // MARK: Types and databases

        private func rewrite(_ call: FunctionCallExprSyntax, _ token: TokenSyntax, onType type: String) {
            guard !declarations.types.contains(type) else { return }
            let root = "Webcom(Webcom.defaultApplication)"
            switch (type, token.text) {
            case ("Database", "database"):
                guard call.arguments.isEmpty else {
                    return annotate(token, "name the application instead: \(words.root(of: "application"))")
                }
                let member = call.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
                guard member.map(Self.databaseMembers.contains) ?? true else { return }
                recordRewrite(token)
                replace(call, with: root)
            case ("DatabaseReference", "goOffline"), ("DatabaseReference", "goOnline"):
                recordRewrite(token)
                replace(call, with: "\(root).\(token.text)()")
            case ("ServerValue", "timestamp"):
                recordRewrite(token)
                replace(end(token)..<end(call), with: "")
            case ("ServerValue", "increment"):
                guard let step = call.arguments.first?.expression else { return }
                recordRewrite(token)
                if step.isNumber { return }
                let needsParentheses = step.is(SequenceExprSyntax.self)
                if needsParentheses { insert("(", at: start(step)) }
                insert(needsParentheses ? ").doubleValue" : ".doubleValue", at: end(step))
            case ("FirebaseApp", "configure"):
                annotate(
                    token, "configure the application in code: Webcom.setDefault(WebcomConfiguration(identifier: …))")
            case ("Database", _): annotate(token, "there is no such operation; see \(Self.guide)")
            default: break
            }
        }

        private static let databaseMembers: Set = ["reference", "goOffline", "goOnline"]

        var words: any DialectNames { target == .callback ? CallbackDialectNames() : AsyncNames() }

        private func rewrite(_ call: FunctionCallExprSyntax, _ token: TokenSyntax, onDatabase base: ExprSyntax?) {
            let argument = call.arguments.first
            switch (token.text, argument?.label?.text) {
            case ("reference", nil) where argument == nil:
                recordRewrite(token)
                if let base { replace(end(base)..<end(call), with: "") }
            case ("reference", "withPath"):
                guard let argument else { return }
                recordRewrite(token)
                // The label tells the second pass that a value is a path, not a key.
                let isLiteral = argument.expression.as(StringLiteralExprSyntax.self)?.plainText != nil
                replace(start(token)..<start(argument.expression), with: isLiteral ? "child(" : "child(path: ")
            case ("goOffline", _), ("goOnline", _): recordRewrite(token)
            case ("reference", _), ("useEmulator", _), ("purgeOutstandingWrites", _):
                annotate(token, "there is no such operation; see \(Self.guide)")
            default: break
            }
        }

        // MARK: References and queries

        private func rewrite(
            _ call: FunctionCallExprSyntax, _ token: TokenSyntax, on kind: ValueKind, _ base: ExprSyntax?
        ) {
            switch token.text {
            case "childByAutoId":
                recordRewrite(token)
                rename(token, to: "push")
            case "observe", "observeSingleEvent": listen(call, token)
            case "removeObserver":
                guard let handle = call.arguments.first, handle.label?.text == "withHandle" else { return }
                recordRewrite(token)
                replace(start(token)..<start(handle.expression), with: "unsubscribeAll(only: ")
            case "removeAllObservers":
                recordRewrite(token)
                // On a reference this also removes the observers of its queries, and a query may be a reference.
                rename(token, to: isQuery(base) ? "off" : "unsubscribeAllWindows")
            case "observeSingleEventAndPreviousSiblingKey":
                awaitEvent(call, token)
            case "getData": read(call, token)
            case "keepSynced": recordRewrite(token)
            case "runTransactionBlock": transact(call, token)
            case "setPriority": writePriority(call, token)
            case _ where Self.writes[token.text] != nil: write(call, token)
            case _ where token.text.hasPrefix("query"): window(call, token, base)
            default: break
            }
        }

        // MARK: Snapshots

        private func rewrite(_ call: FunctionCallExprSyntax, _ token: TokenSyntax, onSnapshot base: ExprSyntax?) {
            switch token.text {
            case "exists":
                recordRewrite(token)
                replace(end(token)..<end(call), with: "")
            case "childSnapshot":
                guard let path = call.arguments.first else { return }
                recordRewrite(token)
                replace(start(token)..<start(path.expression), with: "child(")
            case "data" where call.arguments.count == 1 && call.arguments.first?.label?.text == "as":
                recordRewrite(token)
                rename(token, to: "decodedThrowing")
            case "valueInExportFormat":
                recordRewrite(token)
                replace(start(token)..<end(call), with: "exportedJSONOrNull")
            case "data": annotate(token, "it has a decoder; set the jsonDecoder of the application instead")
            default: break
            }
        }
    }
#endif
