#if Migrator
    import SwiftSyntax

    /// Rewriting of transactions: a function on mutable data becomes a function from the value to the new value.
    extension ObserveRewriter {
        func transact(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            let first = call.arguments.first { $0.label == nil }?.expression
            let isAwaited = call.parent?.is(AwaitExprSyntax.self) == true
            // A function that uses more than the value of its data, or is no closure, stays one on data.
            let body = (first?.bareClosure ?? (first == nil ? call.trailingClosure : nil)).flatMap(TransactionBody.init)
            recordRewrite(token)
            rename(token, to: body == nil ? "transactionOfData" : "transaction")
            for argument in call.arguments {
                switch argument.label?.text {
                case "andCompletionBlock": replace(start(argument)..<start(argument.expression), with: "")
                case "withLocalEvents": argument.label.map { rename($0, to: "applyLocally") }
                default: break
                }
            }
            if let body { rewrite(body) }
            if isAwaited { insert(isResultUsed(call) ? ".pair()" : ".value", at: end(call)) }
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
    }
#endif
