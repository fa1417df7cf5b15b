#if Migrator
    import SwiftSyntax

    /// Continuations around one operation, which become `try await` in the idiomatic style.
    ///
    /// The operation starts in the same turn, and the task resumes through the same queue as before, after the same
    /// events. For completions on the main queue, this holds only if no file changes the default queue.
    extension Rewriter {
        /// Rewrites a continuation whose closure performs one operation that only resumes it.
        func awaitContinuation(_ node: FunctionCallExprSyntax) {
            guard node.isContinuation, let closure = node.continuationClosure else { return }
            let range = start(node)..<end(node)
            let inner = operations.values.filter { range.contains(start($0.call)) }
            guard !inner.isEmpty, !hasNote(in: range) else { return }
            // Only the innermost continuation is considered.
            guard inner.allSatisfy({ $0.call.isDirect(in: closure) }) else { return }
            switch form(of: node, closure, inner) {
            case .failure(let reason): keepContinuation(node, reason.text)
            case .success(let form): replaceContinuation(node, form)
            }
        }

        private struct Reason: Error { let text: String }

        private func keepContinuation(_ node: FunctionCallExprSyntax, _ reason: String) {
            guard let name = node.name else { return }
            let range = start(node)..<end(node)
            let inner = operations.values.filter { range.contains(start($0.call)) }.min {
                start($0.call) < start($1.call)
            }
            keepForm(name, "the continuation", reason, of: inner?.call.name)
        }

        // MARK: Deciding

        private func form(
            of node: FunctionCallExprSyntax, _ closure: ClosureExprSyntax, _ inner: [AwaitedOperation]
        ) -> Result<AwaitedForm, Reason> {
            func no(_ text: String) -> Result<AwaitedForm, Reason> { .failure(Reason(text: text)) }
            guard inner.count == 1, let operation = inner.first, closure.statements.count == 1,
                closure.statements.first?.item.as(FunctionCallExprSyntax.self)?.id == operation.call.id
            else { return no("its closure does more than one call") }
            guard let name = AwaitedOperation.parameters(of: closure).first, !name.hasPrefix("$") else {
                return no("its parameter has no name")
            }
            guard node.arguments.isEmpty else { return no("it has arguments") }
            if hasComment(start(node)..<end(node)) { return no("a comment stands inside; move it") }
            if let reason = obstacle(to: operation) { return no(reason) }
            guard let completion = operation.closure, completion.signature?.capture == nil else {
                return no("its completion is no plain closure")
            }
            let onFailure: ClosureExprSyntax?
            if operation.result == .event {
                guard let revoked = operation.revoked?.bareClosure, revoked.signature?.capture == nil else {
                    return no("a revocation does not resume it")
                }
                onFailure = revoked
            } else {
                onFailure = completion
            }
            let names = operation.parameters
            let isEvent = operation.result == .event
            let (error, value): (String?, String?) =
                switch operation.result {
                case .nothing: (names.first, nil)
                case .value: (names.first, names.dropFirst().first)
                case .transaction: (names.first, names.dropFirst(2).first)
                case .event: (nil, nil)
                }
            var good = CompletionPath(
                isFailure: false, continuation: name, error: error, value: value,
                boundValue: isEvent ? names.first : nil)
            var bad = CompletionPath(
                isFailure: true, continuation: name, error: error, value: value,
                boundError: isEvent ? onFailure.flatMap { AwaitedOperation.parameters(of: $0).first } : nil)
            guard let success = good.resumption(of: completion.statements),
                let failure = onFailure.flatMap({ bad.resumption(of: $0.statements) })
            else { return no("its completion does not only resume it") }
            guard let form = form(operation, success, good, failure, bad) else {
                return no("the result of its completion cannot be written as one value and one error")
            }
            return .success(form)
        }

        /// Returns why a task cannot wait for an operation without changing the order; `nil` if it can.
        func obstacle(to operation: AwaitedOperation) -> String? {
            if let base = operation.call.base {
                if base.tokens(viewMode: .sourceAccurate).contains(where: { $0.tokenKind == .postfixQuestionMark }) {
                    return "its node is optional; unwrap it first"
                }
                // The reference is the implicit `self`.
                let inner = base.as(FunctionCallExprSyntax.self)
                if inner?.name?.text == "onDisconnect", inner?.base == nil { return "its node is not named" }
            }
            let own = declarations.functions(operation.name, of: "Webcom")
            if !own.isEmpty, !words.membersOfReference.contains(operation.name) {
                return "an extension has a function \(operation.name) too; rename that"
            }
            if let queue = operation.queue?.trimmedDescription, queue != "nil" {
                if queue != ".main", queue != "DispatchQueue.main" { return "its completion runs on a queue" }
            } else if operation.queue != nil {
                return nil
            }
            return setsDefaultQueue
                ? "the application sets its default queue, on which `try await` resumes, and the completion runs on "
                    + "the main queue" : nil
        }

        /// Returns the call that a task waits for.
        func awaitedCall(_ operation: AwaitedOperation) -> String {
            let base = operation.call.base.map { text($0) + "." }
            let made = "\(base ?? "")\(operation.name)(\(operation.values)\(operation.rest))\(operation.check)"
            return unindented(made, at: start(operation.call))
        }

        /// Returns the whitespace before a line; `nil` if the offset is not at the first word of its line.
        private func indent(at offset: Int) -> String? {
            let indent = String(decoding: source[lineStart(of: offset)..<offset], as: UTF8.self)
            return indent.allSatisfy(\.isWhitespace) ? indent : nil
        }

        /// Returns the text between two statements, either a line break or the separator on one line, as before.
        func separator(at offset: Int) -> String { indent(at: offset).map { newline + $0 } ?? "; " }

        /// Returns a text with its further lines as if its first line were not indented.
        func unindented(_ text: String, at offset: Int) -> String {
            // The lines of a string literal keep their indentation.
            guard let indent = indent(at: offset), !text.contains("\"\"\"") else { return text }
            return text.replacing(newline + indent, with: newline)
        }

        /// Returns a text with its further lines indented like a line.
        private func indented(_ text: String, by line: String) -> String {
            text.contains("\"\"\"") ? text : text.replacing(newline, with: line)
        }

        private func form(
            _ operation: AwaitedOperation, _ success: CompletionPath.Resumption, _ good: CompletionPath,
            _ failure: CompletionPath.Resumption, _ bad: CompletionPath
        ) -> AwaitedForm? {
            guard case .returning(let result) = success else { return nil }
            let call = awaitedCall(operation)
            let isRethrown =
                if case .throwing(let thrown) = failure {
                    [bad.boundError, bad.error.map { $0 + "!" }].contains(thrown.trimmedDescription)
                } else { false }
            let isPlain = result.map { isValue($0, good, operation) } ?? true
            if isRethrown, isPlain { return .expression(call) }
            if case .returning(nil) = failure, result == nil { return .ignoring(call) }
            // The result of the function is written as statements.
            var before: [String] = []
            var returned: String?
            if let result {
                guard let (statements, text) = statements(for: result, call, good, operation) else { return nil }
                before = statements
                returned = "return \(text)"
            } else {
                before = ["try await \(call)"]
            }
            if isRethrown { return .statements(before: before, result: returned, failure: nil, caught: "") }
            let caught = bad.boundError ?? "error"
            guard !caught.hasPrefix("$") else { return nil }
            switch failure {
            case .returning(let other?):
                guard let (text, name) = failureText(other, bad) else { return nil }
                return .statements(before: before, result: returned, failure: ["return \(text)"], caught: name)
            case .throwing(let other):
                guard let (text, name) = failureText(other, bad) else { return nil }
                return .statements(before: before, result: returned, failure: ["throw \(text)"], caught: name)
            case .returning(nil):
                return nil
            }
        }

        /// Returns whether an expression is exactly the operation's value.
        private func isValue(_ result: ExprSyntax, _ path: CompletionPath, _ operation: AwaitedOperation) -> Bool {
            guard operation.result == .value || operation.result == .event else { return false }
            return [path.boundValue, path.value.map { $0 + "!" }].contains(result.trimmedDescription)
        }

        /// Returns the statements before a result, beginning with the operation, and the text of the result.
        private func statements(
            for result: ExprSyntax, _ call: String, _ path: CompletionPath, _ operation: AwaitedOperation
        ) -> (statements: [String], text: String)? {
            let names = operation.parameters
            if let text = constant(result, path) { return (["try await \(call)"], text) }
            guard !result.mentions(path.error), names.allSatisfy({ !$0.hasPrefix("$") }) else { return nil }
            let snapshot = path.boundValue ?? path.value
            let usesSnapshot = result.mentions(path.boundValue) || result.mentions(path.value)
            let type = result.mentions(path.boundValue) ? "" : ": \(words.snapshot)?"
            switch operation.result {
            case .nothing:
                return (["try await \(call)"], text(result))
            case .value:
                guard usesSnapshot, let snapshot else { return (["try await \(call)"], text(result)) }
                return (["let \(snapshot)\(type) = try await \(call)"], text(result))
            case .event:
                guard usesSnapshot || result.mentions(names.dropFirst().first), let snapshot, snapshot != "_" else {
                    return (["_ = try await \(call)"], text(result))
                }
                let key = names.dropFirst().first.flatMap { result.mentions($0) ? $0 : nil }
                return (
                    ["let \(snapshot) = try await \(call)"]
                        + (key.map { ["let \($0) = \(snapshot).previousChildKey"] } ?? []),
                    text(result)
                )
            case .transaction:
                guard names.count == 3, !result.mentions("result"), !names.contains("result") else { return nil }
                var statements = ["let result = try await \(call)"]
                if result.mentions(names[1]) { statements.append("let \(names[1]) = result.status == .committed") }
                if usesSnapshot, let snapshot { statements.append("let \(snapshot)\(type) = result.value") }
                if statements.count == 1 { statements = ["try await \(call)"] }
                return (statements, text(result))
            }
        }

        /// Returns the text of a result after a success that depends only on the presence of an error.
        private func constant(_ result: ExprSyntax, _ path: CompletionPath) -> String? {
            if let isNil = path.isNil(result), result.mentions(path.error) { return "\(isNil)" }
            if result.trimmedDescription == path.error { return "nil" }
            if mapped(result, path) != nil { return "nil" }
            return nil
        }

        /// Returns the function `f` of an expression `error.map(f)`.
        private func mapped(_ result: ExprSyntax, _ path: CompletionPath) -> String? {
            guard let call = result.as(FunctionCallExprSyntax.self), call.name?.text == "map",
                let base = call.base?.trimmedDescription, base == path.error, call.trailingClosure == nil,
                call.arguments.count == 1, let function = call.arguments.first?.expression,
                !function.is(ClosureExprSyntax.self)
            else { return nil }
            let name = text(function)
            return name.hasSuffix(".init") && name.count > 5 ? String(name.dropLast(5)) : name
        }

        /// Returns the text of a result or an error after a failure, and the name of the caught error in that text.
        private func failureText(_ other: ExprSyntax, _ path: CompletionPath) -> (text: String, name: String)? {
            if let bound = path.boundError, other.mentions(bound) { return (text(other), bound) }
            if let isNil = path.isNil(other), other.mentions(path.error) { return ("\(isNil)", "error") }
            if other.trimmedDescription == path.error { return ("error", "error") }
            if let function = mapped(other, path) { return ("\(function)(error)", "error") }
            if other.mentions(path.error) || other.mentions(path.value) { return nil }
            return (text(other), "error")
        }

        // MARK: Writing

        private func replaceContinuation(_ node: FunctionCallExprSyntax, _ form: AwaitedForm) {
            let awaited = node.parent?.as(AwaitExprSyntax.self).flatMap { $0.expression.id == node.id ? $0 : nil }
            guard let awaited else { return keepContinuation(node, "`await` does not stand directly before it") }
            let tried = awaited.parent?.as(TryExprSyntax.self).flatMap { $0.expression.id == awaited.id ? $0 : nil }
            let whole = tried.map(ExprSyntax.init) ?? ExprSyntax(awaited)
            switch form {
            case .expression(let text):
                guard tried != nil else { return keepContinuation(node, "it cannot throw") }
                let statement = start(node.ancestor(CodeBlockItemSyntax.self).map(Syntax.init) ?? Syntax(node))
                replace(node, with: indented(text, by: newline + (indent(at: statement) ?? "")))
            case .ignoring(let text):
                let isLast = awaited.ancestor(CodeBlockItemSyntax.self).map { item in
                    item.parent?.parent?.is(ClosureExprSyntax.self) == true
                        && item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
                }
                replace(whole, with: "\(isLast == true ? "_ = " : "")try? await \(text)")
            case .statements(let before, let result, let failure, let caught):
                let returning = whole.parent?.as(ReturnStmtSyntax.self)
                let statement = returning.map(Syntax.init) ?? Syntax(whole)
                guard let item = statement.statementItem else {
                    return keepContinuation(node, "its result is part of an expression; give it a name first")
                }
                if form.isReturning, returning == nil, !item.isImplicitlyReturned {
                    return keepContinuation(node, "its result is not returned")
                }
                if tried?.questionOrExclamationMark != nil {
                    return keepContinuation(node, "its error is discarded")
                }
                let text = layout(
                    before + (result.map { [$0] } ?? []), catching: failure, caught, in: item)
                replace(start(item)..<end(item), with: text)
            }
        }

        /// Returns statements, in `do` and `catch` if there is a failure, on several lines or one line as before.
        ///
        /// - Parameters:
        ///   - body: The statements that may throw.
        ///   - failure: The statements for a failure; `nil` if the error is rethrown.
        ///   - caught: The name of the error in these statements.
        ///   - item: The statement that is replaced.
        /// - Returns: The text of the statements.
        func layout(
            _ body: [String], catching failure: [String]?, _ caught: String, in item: CodeBlockItemSyntax
        ) -> String {
            let clause = caught == "error" ? "catch" : "catch let \(caught)"
            // The compiler infers the error's type in functions, but not in closures.
            let isTyped = item.isInClosure && failure?.contains { $0.contains(caught) } == true
            let opening = isTyped ? "do throws(WebcomError) {" : "do {"
            guard let indent = indent(at: start(item)) else {
                let statements = body.joined(separator: "; ")
                guard let failure else { return statements }
                return "\(opening) \(statements) } \(clause) { \(failure.joined(separator: "; ")) }"
            }
            let line = newline + indent
            guard let failure else { return body.map { indented($0, by: line) }.joined(separator: line) }
            let step = line + (indent.contains("\t") ? "\t" : indent.count % 4 == 2 ? "  " : "    ")
            func lines(_ statements: [String]) -> String {
                statements.map { step + indented($0, by: step) }.joined()
            }
            return opening + lines(body) + line + "} \(clause) {" + lines(failure) + line + "}"
        }
    }

    extension FunctionCallExprSyntax {
        fileprivate static let continuations: Set = [
            "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
            "withUnsafeThrowingContinuation",
        ]

        /// Whether the call creates a continuation.
        var isContinuation: Bool {
            calledExpression.as(DeclReferenceExprSyntax.self).map { Self.continuations.contains($0.baseName.text) }
                ?? false
        }

        fileprivate var continuationClosure: ClosureExprSyntax? {
            trailingClosure ?? arguments.last?.expression.as(ClosureExprSyntax.self)
        }

        /// Returns whether this is the nearest closure around the call.
        fileprivate func isDirect(in closure: ClosureExprSyntax) -> Bool {
            ancestor(ClosureExprSyntax.self)?.id == closure.id
        }
    }

    extension Syntax {
        /// The statement that consists only of this node.
        fileprivate var statementItem: CodeBlockItemSyntax? {
            if let item = parent?.as(CodeBlockItemSyntax.self) { return item }
            return parent?.as(ExpressionStmtSyntax.self)?.parent?.as(CodeBlockItemSyntax.self)
        }
    }

    extension CodeBlockItemSyntax {
        /// Whether the innermost function around the statement is a closure.
        fileprivate var isInClosure: Bool {
            var current = parent
            while let node = current, !node.is(FunctionDeclSyntax.self), !node.is(AccessorBlockSyntax.self) {
                if node.is(ClosureExprSyntax.self) { return true }
                current = node.parent
            }
            return false
        }

        /// Whether the statement is the only one of a function, an accessor or a closure.
        fileprivate var isImplicitlyReturned: Bool {
            guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let body = list.parent else {
                return false
            }
            return body.is(ClosureExprSyntax.self) || body.is(AccessorBlockSyntax.self)
                || body.parent?.is(FunctionDeclSyntax.self) == true
                || body.parent?.is(AccessorDeclSyntax.self) == true
        }
    }
#endif
