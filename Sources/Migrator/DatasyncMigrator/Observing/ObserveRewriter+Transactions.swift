#if Migrator
    import SwiftSyntax

    /// Rewriting of transactions: a function on mutable data becomes a function from the value to the new value.
    extension ObserveRewriter {
        func transact(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            let first = call.arguments.first { $0.label == nil }?.expression
            let isAwaited = call.parent?.is(AwaitExprSyntax.self) == true
            if isAwaited, isResultUsed(call) {
                return annotate(token, "its result is used; write a completion, or see \(Self.guide)")
            }
            guard let update = first?.bareClosure ?? (first == nil ? call.trailingClosure : nil) else {
                return annotate(token, "its function is no closure; write one from the value to the new value")
            }
            guard let body = TransactionBody(update) else {
                return annotate(
                    token,
                    "its function uses more than the value of its data; write one from the value to the new value")
            }
            recordRewrite(token)
            rename(token, to: "transaction")
            for argument in call.arguments {
                switch argument.label?.text {
                case "andCompletionBlock": replace(start(argument)..<start(argument.expression), with: "")
                case "withLocalEvents": argument.label.map { rename($0, to: "applyLocally") }
                default: break
                }
            }
            rewrite(body)
            if isAwaited { insert(".value", at: end(call)) }
        }

        private func rewrite(_ body: TransactionBody) {
            needsFoundation = true
            replace(start(body.clause)..<start(body.inKeyword), with: "\(body.name) ")
            for value in body.values { replace(value, with: body.name) }
            for result in body.results { replace(result, with: "\(body.name) ?? NSNull()") }
            for abort in body.aborts { replace(abort, with: "nil") }
            guard !body.values.isEmpty else { return }
            if let only = body.onlyValue { prepend("return ", at: start(only)) }
            // A null value is `NSNull`, as in the observe dialect.
            let keyword = body.isAssigned ? "var" : "let"
            begin(body.closure, with: "\(keyword) \(body.name): Any? = \(body.name) ?? NSNull()")
        }

        /// Returns whether a call is inside a transaction's function.
        func isInTransaction(_ call: FunctionCallExprSyntax) -> Bool {
            var current = Syntax(call)
            while let closure = current.ancestor(ClosureExprSyntax.self) {
                let owner =
                    closure.parent?.as(FunctionCallExprSyntax.self) ?? closure.ancestor(FunctionCallExprSyntax.self)
                if owner?.name?.text == "runTransactionBlock" { return true }
                current = Syntax(closure)
            }
            return false
        }
    }
#endif
