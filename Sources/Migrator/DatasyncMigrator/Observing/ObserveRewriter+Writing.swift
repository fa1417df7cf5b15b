#if Migrator
    import SwiftSyntax

    extension ObserveRewriter {
        /// The names of writes in the legacy dialect.
        static let writes = [
            "setValue": "set", "updateChildValues": "update", "removeValue": "remove",
            "onDisconnectSetValue": "onDisconnect().set", "onDisconnectUpdateChildValues": "onDisconnect().update",
            "onDisconnectRemoveValue": "onDisconnect().remove", "cancelDisconnectOperations": "onDisconnect().cancel",
        ]

        func write(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            guard let name = Self.writes[token.text] else { return }
            let labels = call.arguments.map { $0.label?.text }
            if token.text == "setValue", labels.first == "from" { return writeModel(call, token) }
            if labels.contains("andPriority") { return writePriority(call, token) }
            guard labels.allSatisfy({ [nil, "withCompletionBlock", "completionBlock"].contains($0) }) else {
                // Another method of the same name, such as `setValue(_:forKey:)`.
                return
            }
            let argument = call.arguments.first { $0.label != nil }
            let completion = argument?.expression ?? call.trailingClosure.map(ExprSyntax.init)
            let isAwaited = call.parent?.is(AwaitExprSyntax.self) == true && completion == nil
            if isAwaited, isResultUsed(call) {
                return annotate(token, "its result is used; use the reference instead")
            }
            if let completion, let reason = take(completion, of: call) { return annotate(token, reason) }
            recordRewrite(token)
            rename(token, to: name)
            if let argument { replace(start(argument)..<start(argument.expression), with: "") }
            if name.hasSuffix("update"), let members = call.arguments.first?.expression.as(DictionaryExprSyntax.self),
                members.content.as(DictionaryElementListSyntax.self)?.count != 1
            {
                // The observe dialect's parameter gives the literal its type.
                insert(" as [String: Any]", at: end(members))
            }
            if isAwaited { insert(".value", at: end(call)) }
        }

        /// Rewrites a write of a priority to a step of the support modules.
        func writePriority(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            let values = Array(call.arguments.prefix(token.text == "setPriority" ? 1 : 2))
            guard let last = values.last, let close = call.rightParen else { return }
            let argument = call.arguments.dropFirst(values.count).first
            let completion = argument?.expression ?? call.trailingClosure.map(ExprSyntax.init)
            let isAwaited = call.parent?.is(AwaitExprSyntax.self) == true && completion == nil
            if isAwaited, isResultUsed(call) {
                return annotate(token, "its result is used; use the reference instead")
            }
            if let completion, let reason = take(completion, of: call) { return annotate(token, reason) }
            recordRewrite(token, advice: Rewriter.reasonOfPriority)
            rename(token, to: "write")
            let label = start(last)..<start(last.expression)
            label.isEmpty ? insert("priority: ", at: label.lowerBound) : replace(label, with: "priority: ")
            if token.text.hasPrefix("onDisconnect") {
                insert(", atNextDisconnection: true", at: end(last.expression))
            }
            if let argument {
                replace(end(last.expression)..<start(argument.expression), with: ").completed(")
            } else if completion != nil {
                insert(".completed", at: end(close))
            }
            if isAwaited { insert(".value", at: end(call)) }
        }

        /// Rewrites `setValue(from:)`, which encodes a model; the second pass knows it by its label.
        private func writeModel(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            let arguments = Array(call.arguments)
            guard arguments.dropFirst().allSatisfy({ $0.label?.text == "completion" }) else {
                return annotate(token, "it has an encoder; set the jsonEncoder of the application instead")
            }
            recordRewrite(token)
            rename(token, to: "set")
            replace(start(arguments[0])..<start(arguments[0].expression), with: "encoding: ")
            for argument in arguments.dropFirst() {
                replace(start(argument)..<start(argument.expression), with: "")
            }
        }

        /// Returns whether the result of an awaited call is used.
        func isResultUsed(_ call: FunctionCallExprSyntax) -> Bool {
            var current = Syntax(call)
            while let parent = current.parent, parent.is(AwaitExprSyntax.self) || parent.is(TryExprSyntax.self) {
                current = parent
            }
            guard let parent = current.parent else { return true }
            // `_ = try await …` discards it.
            if let sequence = parent.parent?.as(SequenceExprSyntax.self) {
                return sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) != true
            }
            return !parent.is(CodeBlockItemSyntax.self)
        }

        // MARK: Completions

        /// Rewrites a completion with an error and a reference to one with an error.
        ///
        /// - Returns: The reason why the completion cannot be rewritten; `nil` if it is rewritten.
        func take(_ completion: ExprSyntax, of call: FunctionCallExprSyntax) -> String? {
            if completion.is(NilLiteralExprSyntax.self) { return nil }
            let reference = call.base.map { text($0) } ?? "self"
            let isPure = call.base.map(isPure) ?? true
            guard let closure = completion.bareClosure else {
                guard parameterCount(of: completion) == 2, let named = isPure ? reference : nameReference(of: call)
                else { return "its completion is no closure; write one that calls it" }
                let mark = kind(of: completion).isOptional ? "?" : ""
                replace(
                    completion,
                    with: "{ [completion = \(released(completion)), reference = \(named)] error in "
                        + "completion\(mark)(error, reference) }")
                return nil
            }
            guard closure.signature?.parameterClause != nil else {
                return nameShorthands(of: closure, isPure ? reference : nil)
            }
            let names = closure.parameterNames
            guard names.count == 2 else { return "its completion is not understood; see \(Self.guide)" }
            let second = names[1].text
            let isUsed =
                second != "_" && closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.text == second }
            var captured = reference
            if isUsed, !isPure {
                guard let name = nameReference(of: call) else {
                    return
                        "its completion uses the reference, which is made in the call; give the reference a name first"
                }
                captured = name
            }
            dropSecondParameter(of: closure)
            if isUsed, let signature = closure.signature {
                capture(second == captured ? second : "\(second) = \(captured)", signature)
            }
            return nil
        }

        /// Returns the number of parameters of a function that is no closure; `nil` if it is not known.
        private func parameterCount(of function: ExprSyntax) -> Int? {
            if let known = kind(of: function).parameters { return known.count }
            let member = function.as(MemberAccessExprSyntax.self)
            guard let name = (member?.declName ?? function.as(DeclReferenceExprSyntax.self))?.baseName.text else {
                return nil
            }
            let counts = Set(declarations.functions(named: name).map(\.parameters.count))
            return counts.count == 1 ? counts.first : nil
        }

        /// Names the parameters of a completion with `$0` and `$1`.
        ///
        /// - Returns: The reason why that is not possible.
        private func nameShorthands(of closure: ClosureExprSyntax, _ reference: String?) -> String? {
            guard closure.ownShorthands.contains(where: { $0.text == "$1" }) else { return nil }
            let used = Set(closure.tokens(viewMode: .sourceAccurate).map(\.text))
            guard let reference, used.isDisjoint(with: ["error", "reference"]) else {
                return "its completion uses $1; name its parameters"
            }
            insert(" [reference = \(reference)] error in", at: end(closure.leftBrace))
            for token in closure.ownShorthands { rename(token, to: token.text == "$0" ? "error" : "reference") }
            return nil
        }

        /// Declares a name, before a statement, for the new child that the statement writes.
        ///
        /// - Returns: The name; `nil` if the call is not a statement, or writes to another reference.
        private func nameReference(of call: FunctionCallExprSyntax) -> String? {
            guard let child = call.base?.as(FunctionCallExprSyntax.self), child.name?.text == "childByAutoId",
                call.parent?.is(CodeBlockItemSyntax.self) == true
            else { return nil }
            let used = Set(file.tokens(viewMode: .sourceAccurate).map(\.text))
            var name = "created"
            while used.contains(name) { name += "Child" }
            let line = source[lineStart(of: start(call))..<start(call)]
            let isAlone = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let separator = isAlone ? newline + String(decoding: line, as: UTF8.self) : "; "
            let declaration = "let \(name) = \(text(child))\(separator)"
            replace(child, with: name)
            prepend(declaration, at: start(call))
            return name
        }

        private func dropSecondParameter(of closure: ClosureExprSyntax) {
            switch closure.signature?.parameterClause {
            case .simpleInput(let list):
                if let first = list.first { replace(end(first.name)..<end(list), with: "") }
            case .parameterClause(let clause):
                guard let first = clause.parameters.first else { return }
                replace(start(first.trailingComma ?? clause.rightParen)..<end(clause.parameters), with: "")
                if let type = first.type,
                    type.trimmedDescription == "Error?" || type.trimmedDescription == "(any Error)?"
                {
                    // Completions receive the error of the new dialects.
                    replace(type, with: "WebcomError?")
                }
            case nil: break
            }
        }

        private func capture(_ item: String, _ signature: ClosureSignatureSyntax) {
            if let capture = signature.capture {
                insert(capture.items.isEmpty ? item : ", \(item)", at: start(capture.rightSquare))
            } else if let clause = signature.parameterClause {
                insert("[\(item)] ", at: start(clause))
            }
        }

        /// Returns whether repeated evaluation gives the same value: names, members and children.
        private func isPure(_ expression: ExprSyntax) -> Bool {
            if let member = expression.as(MemberAccessExprSyntax.self) { return member.base.map(isPure) ?? false }
            if let forced = expression.as(ForceUnwrapExprSyntax.self) { return isPure(forced.expression) }
            if let call = expression.as(FunctionCallExprSyntax.self) {
                guard ["child", "reference", "database"].contains(call.name?.text) else { return false }
                return call.calledExpression.as(MemberAccessExprSyntax.self)?.base.map(isPure) ?? false
                    && call.arguments.allSatisfy { isPure($0.expression) }
            }
            if let text = expression.as(StringLiteralExprSyntax.self) {
                return text.segments.allSatisfy { segment in
                    guard case .expressionSegment(let part) = segment else { return true }
                    return part.expressions.allSatisfy { isPure($0.expression) }
                }
            }
            return expression.is(DeclReferenceExprSyntax.self)
        }
    }
#endif
