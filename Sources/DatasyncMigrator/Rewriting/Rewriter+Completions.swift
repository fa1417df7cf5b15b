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
                !sites.contains(where: {
                    $0.outcome != .rewritten && (start(node)..<end(node)).contains(offset(of: $0))
                })
            else { return }
            switch statements(of: operation, in: owner) {
            case .success(let parts):
                let text = layout(
                    parts.body, catching: parts.failure, parts.caught, at: start(item))
                replace(start(item)..<end(item), with: text)
            case .failure(let reason):
                keepForm(name, "the completion", reason.text)
            }
        }

        private struct Reason: Error { let text: String }

        private struct Parts {
            var body: [String]
            var failure: [String]?
            var caught = "error"
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
            guard operation.result == .nothing, let error = operation.parameters.first else {
                return no("its completion receives a value")
            }
            let call = "try await \(awaitedCall(operation))"
            let statements = Array(closure.statements)
            guard statements.contains(where: { Syntax($0).mentions(error) }) else {
                let declares = statements.contains { !$0.item.is(ExprSyntax.self) && !$0.item.is(StmtSyntax.self) }
                if declares { return no("its completion declares names; put them into a function") }
                return .success(Parts(body: ["try? \(call.dropFirst(4))"] + statements.map(unindented)))
            }
            guard let branches = CompletionBranches(statements, error: error) else {
                return no("its completion uses the error without asking once whether there is one")
            }
            return .success(
                Parts(
                    body: [call] + branches.success.map(unindented), failure: branches.failure.map(unindented),
                    caught: branches.caught))
        }

        /// Returns the text of a statement, with its further lines as if it began at the margin.
        private func unindented(_ item: CodeBlockItemSyntax) -> String { unindented(text(item), at: start(item)) }

        // MARK: Isolation

        private func isOnMainActor(_ owner: Syntax) -> Bool {
            var current: Syntax? = owner
            while let node = current {
                if let closure = node.as(ClosureExprSyntax.self) {
                    if closure.signature?.attributes.hasMainActor == true { return true }
                    // Only a task of its surroundings has their isolation.
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

        /// Returns whether all calls of a function are the last statement of a task that nothing waits for, as far as
        /// the files of the module show.
        private func endsTasks(_ function: FunctionDeclSyntax, _ depth: Int = 0) -> Bool {
            let hidden: Set = ["public", "open", "override", "package"]
            guard depth < 4, !function.modifiers.contains(where: { hidden.contains($0.name.text) }),
                function.attributes.allSatisfy({ $0.trimmedDescription == "@MainActor" })
            else { return false }
            let uses = (otherFiles.contains { $0.id == file.id } ? otherFiles : otherFiles + [file])
                .flatMap { $0.tokens(viewMode: .sourceAccurate) }
                .filter { $0.text == function.name.text && $0.id != function.name.id }
            let calls = uses.filter { $0.parent?.is(FunctionDeclSyntax.self) != true }
            // A second declaration of the name may be the requirement of a protocol, or an overload.
            guard calls.count == uses.count, !calls.isEmpty else { return false }
            return calls.allSatisfy { token in
                guard let call = token.ancestor(FunctionCallExprSyntax.self), call.name?.id == token.id,
                    let awaited = call.parent?.as(AwaitExprSyntax.self)
                else { return false }
                let tried = awaited.parent?.as(TryExprSyntax.self).map(Syntax.init) ?? Syntax(awaited)
                guard let item = tried.parent?.as(CodeBlockItemSyntax.self), item.isLast,
                    let owner = item.asyncOwner
                else { return false }
                return owner.as(FunctionDeclSyntax.self).map { endsTasks($0, depth + 1) } ?? true
            }
        }
    }

    /// The statements of a completion for a success and for a failure.
    struct CompletionBranches {
        let success: [CodeBlockItemSyntax]
        let failure: [CodeBlockItemSyntax]
        /// The name of the error in the statements for a failure.
        let caught: String

        /// Finds the statements; `nil` unless the first one asks for the error, and only the failure uses it.
        init?(_ statements: [CodeBlockItemSyntax], error: String) {
            guard let first = statements.first else { return nil }
            let rest = Array(statements.dropFirst())
            var (success, failure): ([CodeBlockItemSyntax], [CodeBlockItemSyntax])
            var caught = "error"
            if let node = first.item.as(GuardStmtSyntax.self) {
                guard let test = Test(node.conditions, error), !test.hasError else { return nil }
                (success, failure) = (rest, node.body.statements.withoutReturn)
            } else if let node = first.item.condition {
                guard let test = Test(node.conditions, error) else { return nil }
                var (then, other) = (Array(node.body.statements), [CodeBlockItemSyntax]())
                switch node.elseBody {
                case .codeBlock(let block)?: other = Array(block.statements)
                case .ifExpr?: return nil
                case nil: break
                }
                if !rest.isEmpty {
                    // The statements after `if` run in the other case only if the first one returns.
                    guard node.elseBody == nil, then.last?.isReturn == true else { return nil }
                    then = node.body.statements.withoutReturn
                    other = rest
                }
                (success, failure) = test.hasError ? (other, then) : (then, other)
                caught = test.name ?? caught
            } else {
                return nil
            }
            guard !success.contains(where: { Syntax($0).mentions(error) }),
                caught == error || !failure.contains(where: { Syntax($0).mentions(error) }),
                caught == "error" || failure.contains(where: { Syntax($0).mentions(caught) })
            else { return nil }
            // Without a binding, the failure cannot use the error as an optional.
            if case let name = Self.boundName(first, error), name == nil,
                failure.contains(where: { Syntax($0).mentions(error) })
            {
                return nil
            }
            (self.success, self.failure, self.caught) = (success, failure, caught)
        }

        private static func boundName(_ first: CodeBlockItemSyntax, _ error: String) -> String? {
            first.item.condition.flatMap { Test($0.conditions, error)?.name }
        }

        /// A question for the error.
        private struct Test {
            let hasError: Bool
            let name: String?

            init?(_ conditions: ConditionElementListSyntax, _ error: String) {
                guard conditions.count == 1, let condition = conditions.first?.condition else { return nil }
                if case .optionalBinding(let binding) = condition {
                    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                        (binding.initializer?.value.trimmedDescription ?? name) == error
                    else { return nil }
                    (hasError, self.name) = (true, name)
                } else if case .expression(let expression) = condition {
                    switch expression.trimmedDescription {
                    case "\(error) == nil": hasError = false
                    case "\(error) != nil": hasError = true
                    default: return nil
                    }
                    name = nil
                } else {
                    return nil
                }
            }
        }
    }

    extension CodeBlockItemSyntax.Item {
        fileprivate var condition: IfExprSyntax? {
            self.as(IfExprSyntax.self) ?? self.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        }
    }

    extension CodeBlockItemListSyntax {
        /// The statements without a plain `return` at the end.
        fileprivate var withoutReturn: [CodeBlockItemSyntax] {
            last?.isReturn == true ? Array(dropLast()) : Array(self)
        }
    }

    extension CodeBlockItemSyntax {
        /// Whether the statement is a plain `return`.
        fileprivate var isReturn: Bool {
            item.as(ReturnStmtSyntax.self).map { $0.expression == nil } ?? false
        }

        fileprivate var isLast: Bool { parent?.as(CodeBlockItemListSyntax.self)?.last?.id == id }

        /// The `async` function, or the closure of a task that nothing waits for, whose statement this is.
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
        fileprivate var isOfTask: Bool {
            guard let call = parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == id,
                call.calledExpression.trimmedDescription == "Task", call.arguments.isEmpty,
                let item = call.parent?.as(CodeBlockItemSyntax.self)
            else { return false }
            // The only expression of a closure or of a function with a result may be its value.
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
    }
#endif
