#if Migrator
    import SwiftSyntax

    /// Completions at the end of a task, which become the statements after `try await` in the idiomatic style.
    ///
    /// The completion is the last statement of an unstructured task that nothing waits for, or of a function that only
    /// such tasks call last. So no other statement of the task, or of its callers, runs at another time than before.
    extension Rewriter {
        /// Rewrites an operation whose completion runs at the end of a task.
        func awaitCompletion(_ node: FunctionCallExprSyntax) {
            guard let operation = operations[node.id], operation.completion != nil, operation.result != .event,
                let item = node.parent?.as(CodeBlockItemSyntax.self), item.isLast,
                let owner = item.asyncOwner, let name = node.name,
                !hasNote(in: start(node)..<end(node))
            else { return }
            switch statements(of: operation, in: owner) {
            case .success(let parts):
                let first = layout(parts.body, catching: parts.failure, parts.caught, in: item)
                let rest = parts.rest.isEmpty ? [] : [layout(parts.rest, catching: nil, "", in: item)]
                replace(
                    start(item)..<end(item), with: ([first] + rest).joined(separator: separator(at: start(item))))
            case .failure(let reason):
                keepForm(name, "the completion", reason.text)
            }
        }

        private struct Reason: Error { let text: String }

        private struct Parts {
            var body: [String]
            var failure: [String]?
            var caught = "error"
            var rest: [String] = []
        }

        private func statements(of operation: AwaitedOperation, in owner: Syntax) -> Result<Parts, Reason> {
            func no(_ text: String) -> Result<Parts, Reason> { .failure(Reason(text: text)) }
            if let reason = obstacle(to: operation) { return no(reason) }
            guard operation.queue == nil else { return no("its completion runs on a queue") }
            guard let closure = operation.closure, closure.signature?.capture == nil,
                closure.signature?.parameterClause != nil
            else { return no("its completion has a capture list or no parameters, or is no closure") }
            if hasComment(start(operation.call)..<end(operation.call)) {
                return no("a comment stands inside; move it above the call")
            }
            guard isOnMainActor(owner) else {
                return no("it runs on the main actor, and the code around it is not known to")
            }
            if let function = owner.as(FunctionDeclSyntax.self) {
                guard function.signature.returnClause == nil else { return no("the function has a result") }
                guard endsTasks(function) else {
                    return no("code after the calls of \(function.name.text) would run later than now")
                }
            }
            if owner.hasDefer { return no("a `defer` block would run later than now") }
            guard let error = operation.parameters.first else { return no("its completion has no parameters") }
            let value = CompletionValue(operation, in: owner)
            let statements = Array(closure.statements)
            let branches = CompletionBranches(statements, error: error, value: value.value)
            let names = value.names(in: closure) + (branches?.value.map { [$0] } ?? [])
            if let taken = names.first(where: { owner.mentions($0, besides: closure) }) {
                return no("the name \(taken) is used around it too; rename one of them")
            }
            if let branches {
                if branches.declares(names) {
                    return no("it declares a name of its parameters again; rename one of them")
                }
                if branches.rest.contains(where: { item in names.contains { Syntax(item).mentions($0) } }) {
                    return no("its value is used after the branches for success and failure")
                }
                if branches.rest.contains(where: \.declaresNames) {
                    return no("its completion declares names; put them into a function")
                }
                let first = value.declarations(awaitedCall(operation), branches.success, bound: branches.value)
                return .success(
                    Parts(
                        body: first + branches.success.map(unindented), failure: branches.failure.map(unindented),
                        caught: branches.caught, rest: branches.rest.map(unindented)))
            }
            if statements.contains(where: { Syntax($0).mentions(error) }) {
                return no("its completion uses the error without asking once whether there is one")
            }
            if statements.contains(where: \.declaresNames) {
                return no("its completion declares names; put them into a function")
            }
            let first = value.declarations(awaitedCall(operation), statements, isTried: true)
            return .success(Parts(body: first + statements.map(unindented)))
        }

        /// Returns the text of a statement, with its further lines as if the statement began at the margin.
        private func unindented(_ item: CodeBlockItemSyntax) -> String { unindented(text(item), at: start(item)) }

        // MARK: Isolation

        private func isOnMainActor(_ owner: Syntax) -> Bool {
            var current: Syntax? = owner
            while let node = current {
                if let closure = node.as(ClosureExprSyntax.self) {
                    if closure.signature?.attributes.hasMainActor == true { return true }
                    // Only a task's closure inherits the isolation of its surroundings.
                    guard closure.isOfTask else { return false }
                } else if let function = node.as(FunctionDeclSyntax.self) {
                    if function.attributes.hasMainActor { return true }
                    if function.modifiers.contains(where: { $0.name.text == "nonisolated" }) { return false }
                } else if let type = node.asProtocol((any DeclGroupSyntax).self) {
                    return type.attributes.hasMainActor
                }
                current = node.parent
            }
            return false
        }

        // MARK: Callers

        /// Returns whether every call of a function is the last statement of a task that nothing waits for.
        ///
        /// Only the files of the module are considered.
        private func endsTasks(_ function: FunctionDeclSyntax, _ depth: Int = 0) -> Bool {
            let hidden: Set = ["public", "open", "override", "package"]
            guard depth < 4, !function.modifiers.contains(where: { hidden.contains($0.name.text) }),
                function.attributes.allSatisfy({ $0.trimmedDescription == "@MainActor" })
            else { return false }
            let uses = (otherFiles.contains { $0.id == file.id } ? otherFiles : otherFiles + [file])
                .flatMap { $0.tokens(viewMode: .sourceAccurate) }
                .filter { $0.text == function.name.text && $0.id != function.name.id }
            let calls = uses.filter { $0.parent?.is(FunctionDeclSyntax.self) != true }
            // A second declaration of the name may be a protocol requirement or an overload.
            guard calls.count == uses.count, !calls.isEmpty else { return false }
            return calls.allSatisfy { token in
                guard let call = token.ancestor(FunctionCallExprSyntax.self), call.name?.id == token.id,
                    let awaited = call.parent?.as(AwaitExprSyntax.self)
                else { return false }
                let tried = awaited.parent?.as(TryExprSyntax.self).map(Syntax.init) ?? Syntax(awaited)
                guard let item = tried.parent?.as(CodeBlockItemSyntax.self), item.isLast,
                    let owner = item.asyncOwner, !owner.hasDefer
                else { return false }
                return owner.as(FunctionDeclSyntax.self).map { endsTasks($0, depth + 1) } ?? true
            }
        }
    }

    extension CodeBlockItemSyntax {
        fileprivate var isLast: Bool { parent?.as(CodeBlockItemListSyntax.self)?.last?.id == id }

        /// The `async` function with this statement, or the closure of a task that nothing waits for.
        fileprivate var asyncOwner: Syntax? {
            guard let body = parent?.parent else { return nil }
            if let closure = body.as(ClosureExprSyntax.self) { return closure.isOfTask ? body : nil }
            guard let function = body.parent?.as(FunctionDeclSyntax.self),
                function.signature.effectSpecifiers?.asyncSpecifier != nil
            else { return nil }
            return Syntax(function)
        }
    }

    extension ClosureExprSyntax {
        /// Whether the closure is the body of an unstructured task whose handle is discarded.
        var isOfTask: Bool {
            guard let call = parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == id,
                call.calledExpression.trimmedDescription == "Task", call.arguments.isEmpty,
                let item = call.parent?.as(CodeBlockItemSyntax.self)
            else { return false }
            // The only expression of a closure, or of a function with a result, may be its value.
            let body = item.parent?.parent
            let isAlone = item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
            if body?.is(ClosureExprSyntax.self) == true { return !isAlone }
            let function = body?.parent?.as(FunctionDeclSyntax.self)
            return !isAlone || function.map { $0.signature.returnClause == nil } ?? true
        }
    }

    extension AttributeListSyntax {
        fileprivate var hasMainActor: Bool { contains { $0.trimmedDescription == "@MainActor" } }
    }

    extension Syntax {
        /// Returns whether the node contains a name.
        func mentions(_ name: String) -> Bool {
            tokens(viewMode: .sourceAccurate).contains { $0.text.trimmingBackticks == name }
        }

        /// Whether the node contains a `defer` block.
        fileprivate var hasDefer: Bool {
            tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.defer) }
        }

        /// Returns whether the node contains a name outside a closure.
        func mentions(_ name: String, besides closure: ClosureExprSyntax) -> Bool {
            tokens(viewMode: .sourceAccurate).contains { token in
                token.text.trimmingBackticks == name
                    && !(closure.position..<closure.endPosition).contains(token.position)
            }
        }
    }
#endif
