#if Migrator
    import SwiftSyntax

    extension Rewriter {
        /// The arguments of a call after its values.
        private struct Rest {
            var queue: ExprSyntax?
            var isLocal: ExprSyntax?
            /// The completion between the parentheses; `nil` if it is trailing or absent.
            var completion: ExprSyntax?
        }

        func write(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            switch name.text {
            case "set" where call.arguments.first?.label?.text == "encoding": writeModel(call, name)
            case "set": complete(call, name, words.set.name, marker: words.set.marker, values: 1)
            case "update": update(call, name)
            case "remove": complete(call, name, words.clear, values: 0)
            case "setPaths":
                let isAsync = target == .async
                complete(
                    call, name, isAsync ? "promise.setPaths" : "setPaths", marker: isAsync ? "json: " : "", values: 1)
            default: increment(call, name)
            }
        }

        /// Rewrites a write of a model, which the observe pass marks with a label.
        private func writeModel(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            if target == .async, let model = call.arguments.first {
                replace(start(model)..<start(model.expression), with: "")
            }
            complete(call, name, words.set.name, values: 1)
        }

        private func update(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, extra: String = "") {
            // The async dialect takes a dictionary; a value of unknown type needs the label `json`.
            var marker = words.merge.marker
            if target == .async, let value = call.arguments.first?.expression, !value.isDictionary { marker = "json: " }
            complete(call, name, words.merge.name, marker: marker, values: 1, extra: extra)
        }

        private func increment(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            let values = call.arguments.prefix { ["by", "from"].contains($0.label?.text) }
            if target == .async {
                // The async dialect has the labels in reverse order and takes `NSNumber`.
                let given = values.sorted { $0.label?.text == "from" && $1.label?.text == "by" }
                let texts = given.map { argument in
                    let (label, text) = (argument.label?.text ?? "", text(argument.expression))
                    if argument.expression.isNumber { return "\(label): \(text)" }
                    let isPlain = argument.expression.is(DeclReferenceExprSyntax.self)
                    return "\(label): NSNumber(value: \(isPlain ? text : "(\(text)) as Double"))"
                }
                if given.contains(where: { !$0.expression.isNumber }) { needsFoundation = true }
                if let first = values.first, let last = values.last {
                    replace(start(first)..<end(last.expression), with: texts.joined(separator: ", "))
                }
            }
            complete(
                call, name, target == .async ? "promise.increment" : "increment", values: values.count,
                completion: takesNumber(call) ? target == .async ? "counted" : "answered" : "completed")
        }

        /// Returns whether the completion of an increment receives the resulting number.
        private func takesNumber(_ call: FunctionCallExprSyntax) -> Bool {
            guard let completion = call.trailingClosure.map(ExprSyntax.init) ?? call.arguments.last?.expression else {
                return false
            }
            if let closure = completion.bareClosure {
                if closure.signature?.parameterClause != nil { return closure.parameterNames.count == 2 }
                return Syntax(closure.statements).mentions("$1")
            }
            guard case .function(let parameters, _) = kind(of: completion) else { return false }
            return parameters.count == 2
        }

        func push(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            if call.arguments.isEmpty, call.trailingClosure == nil {
                recordRewrite(name)
                return rename(name, to: "createChild")
            }
            if isUsed(call) {
                // The result is used, so the call must return the child without waiting.
                recordRewrite(name)
                return rename(name, to: "pushNode")
            }
            complete(call, name, words.push.name, marker: words.push.marker, values: 1)
        }

        func read(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            complete(call, name, words.read, values: 0, completion: "answered")
        }

        /// Rewrites a read that fails without a known value, using its windows as the constraint.
        func read(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ base: ExprSyntax?) {
            var extra = ""
            if let base, windows(of: base) == nil, kind(ofBase: base) == .query {
                return complete(call, name, "read", values: 0, completion: "known().answered")
            }
            if let base, kind(ofBase: base) != .reference || windows(of: base) != nil {
                guard let chain = windows(of: base), kind(ofBase: chain.reference) == .reference,
                    let constraint = constraint(for: chain), !hasComment(end(chain.reference)..<end(base))
                else { return annotate(name, "a stored query is read here; name the node and a constraint") }
                replace(end(chain.reference)..<end(base), with: "")
                extra = (target == .async ? "childrenConstraint: " : "") + constraint
            }
            var read = words.read
            if let value = awaitedKnownValue(of: call) {
                read = String(read.dropFirst("promise.".count))
                replace(value, with: "")
            }
            complete(call, name, read, values: 0, extra: extra, completion: "known().answered")
        }

        /// Returns the range of `.value` in `await node.getData().known().value`, which the observe pass writes; `nil` in
        /// the minimal style.
        private func awaitedKnownValue(of call: FunctionCallExprSyntax) -> Range<Int>? {
            guard style == .idiomatic,
                let known = call.parent?.as(MemberAccessExprSyntax.self)?.parent?.as(FunctionCallExprSyntax.self),
                known.name?.text == "known",
                let value = known.parent?.as(MemberAccessExprSyntax.self),
                value.parent?.is(AwaitExprSyntax.self) == true
            else { return nil }
            return end(known)..<end(value)
        }

        /// Rewrites a transaction.
        ///
        /// - Parameters:
        ///   - call: The call.
        ///   - name: The name of the called function.
        ///   - marker: The label of the function, which tells on which values it works.
        func transact(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, marker: String = "onJSON: ") {
            if call.arguments.first?.label?.text == "onJSON" { return }
            if call.arguments.isEmpty, let update = call.trailingClosure {
                // The update closure is trailing; a completion may follow it.
                recordRewrite(name)
                let completion = call.additionalTrailingClosures.first
                replace(start(name)..<start(update), with: "\(words.transaction)(\(marker)")
                if let completion {
                    replace(end(update)..<start(completion.closure), with: ").ended ")
                } else {
                    insert(")", at: end(update))
                }
                return ignoreResult(of: call)
            }
            complete(call, name, words.transaction, marker: marker, values: 1, completion: "ended")
        }

        func onDisconnect(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ base: ExprSyntax?) {
            if writesOnDisconnect.contains(call.id) { return writeOnDisconnect(call, name) }
            guard let inner = base?.as(FunctionCallExprSyntax.self), inner.name?.text == "onDisconnect",
                let word = inner.name
            else {
                if !keepsOnDisconnect { return writeOnDisconnect(call, name) }
                return annotate(name, "give the write a time instead: at: \(words.nextDisconnection)")
            }
            // The range from the end of the reference to the period before the write; the whole call if the reference
            // is `self`.
            let reference = inner.calledExpression.as(MemberAccessExprSyntax.self)?.owner
            let range = reference.map { end($0)..<end(inner) } ?? start(inner)..<start(name)
            if hasComment(range) {
                return annotate(
                    name, "a comment stands in between; give the write a time: at: \(words.nextDisconnection)")
            }
            recordRewrite(word)
            replace(range, with: "")
            writeOnDisconnect(call, name)
        }

        private func writeOnDisconnect(_ call: FunctionCallExprSyntax, _ name: TokenSyntax) {
            let time = "at: \(words.nextDisconnection)"
            switch name.text {
            case "set": complete(call, name, words.set.name, marker: words.set.marker, values: 1, extra: time)
            case "update": update(call, name, extra: time)
            case "remove": complete(call, name, words.clear, values: 0, extra: time)
            default: complete(call, name, words.cancelDisconnection, values: 0)
            }
        }

        /// Renames an operation; its completion becomes a call on the returned promise.
        private func complete(
            _ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ newName: String, marker: String = "", values: Int,
            extra: String = "", completion word: String = "completed"
        ) {
            let arguments = Array(call.arguments)
            guard arguments.count >= values else {
                return annotate(name, "its arguments are not understood; see \(words.guide)")
            }
            var rest = Rest()
            for argument in arguments.dropFirst(values) {
                switch argument.label?.text {
                case "queue": rest.queue = argument.expression
                case "applyLocally": rest.isLocal = argument.expression
                default: rest.completion = argument.expression
                }
            }
            let last = arguments.prefix(values).last?.expression
            let open = call.leftParen.map { end($0) } ?? end(call.calledExpression)
            let from = last.map { end($0) } ?? open
            let to = call.rightParen.map { start($0) } ?? open
            let parts = [rest.queue, rest.isLocal, rest.completion].compactMap(\.self)
            if loses(from..<to, parts, except: rest.completion) {
                return annotate(name, "a comment stands between its arguments; move it, or see \(words.guide)")
            }
            recordRewrite(name)
            let given =
                last.flatMap { last in
                    arguments.first.flatMap { first in
                        let range = start(first)..<end(last)
                        return Edit.apply(edits.inside(range), to: source, in: range)
                    }
                } ?? ""
            let queue = rest.queue.map { "queue: \(text($0))" }
            var inside = [extra, rest.isLocal.map { "applyLocally: \(text($0))" } ?? ""].filter { !$0.isEmpty }
                .joined(separator: ", ")
            if last != nil, !inside.isEmpty { inside = ", " + inside }
            var after = ""
            var gap = ""
            if call.trailingClosure != nil {
                after = ".\(word)" + (queue.map { "(\($0))" } ?? "")
            } else if let completion = rest.completion, !completion.is(NilLiteralExprSyntax.self) {
                // A comment before the completion stays before it.
                let before =
                    parts.last { end($0) <= start(completion) && $0.id != completion.id }.map { end($0) } ?? from
                let comma = arguments.last { end($0.expression) <= before }?.trailingComma
                if hasComment(before..<start(completion)), let comma {
                    gap = String(
                        decoding: source[before..<start(comma)] + source[end(comma)..<start(completion)], as: UTF8.self)
                }
                after = ".\(word)(" + (queue.map { $0 + ", " } ?? "") + text(completion) + ")"
            }
            if call.rightParen == nil {
                insert("(\(inside))\(after)", at: open)
            } else {
                // Text before the closing parenthesis, such as a line break, stays unless an argument is removed.
                if !parts.isEmpty || !inside.isEmpty { replace(from..<to, with: inside) }
                insert(gap + after, at: to + 1)
            }
            ignoreResult(of: call)
            if let first = arguments.first?.expression, values > 0, !marker.isEmpty {
                prepend(marker, at: start(first))
            }
            rename(name, to: newName)
            guard style == .idiomatic, newName.hasPrefix("promise."), word != "counted", marker != "onData: " else {
                return
            }
            operations[call.id] = AwaitedOperation(
                call: call, name: String(newName.dropFirst("promise.".count)),
                result: word == "completed" ? .nothing : word.hasSuffix("answered") ? .value : .transaction,
                values: given.isEmpty ? "" : marker + given, rest: inside, queue: rest.queue,
                completion: rest.completion ?? call.trailingClosure.map(ExprSyntax.init),
                check: word.hasPrefix("known()") ? ".known()" : "")
        }

        /// Appends `ignored()` where the call must be an expression of type `Void`.
        private func ignoreResult(of call: FunctionCallExprSyntax) {
            if isVoidWanted(call) { insert(".ignored()", at: end(call)) }
        }

        /// Returns whether a range has a comment outside some expressions, except directly before `free`.
        private func loses(_ range: Range<Int>, _ kept: [ExprSyntax], except free: ExprSyntax?) -> Bool {
            guard !kept.isEmpty else { return false }
            var position = range.lowerBound
            for expression in kept.sorted(by: { start($0) < start($1) }) {
                let hasComment = hasComment(position..<max(position, start(expression)))
                if hasComment, expression.id != free?.id { return true }
                position = end(expression)
            }
            return position < range.upperBound && hasComment(position..<range.upperBound)
        }
    }
#endif
