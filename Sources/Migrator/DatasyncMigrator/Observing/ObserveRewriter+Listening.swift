#if Migrator
    import SwiftSyntax

    extension ObserveRewriter {
        /// The names of the events in the legacy dialect.
        private static let events = [
            "value": "value", "childAdded": "child_added", "childChanged": "child_changed",
            "childRemoved": "child_removed", "childMoved": "child_moved",
        ]

        /// Returns the legacy name of an event such as `.childAdded`; `nil` for other expressions.
        static func event(_ expression: ExprSyntax) -> String? {
            guard let member = expression.as(MemberAccessExprSyntax.self),
                [nil, "DataEventType"].contains(member.base?.trimmedDescription)
            else { return nil }
            return events[member.declName.baseName.text]
        }

        /// Rewrites `observe` and `observeSingleEvent` to `on` and `once`.
        func listen(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            guard let first = call.arguments.first else { return }
            var bodies: [(value: ExprSyntax, hasKey: Bool)] = []
            for argument in call.arguments.dropFirst() where argument.label?.text != "withCancel" {
                bodies.append((argument.expression, argument.label?.text == "andPreviousSiblingKeyWith"))
            }
            if bodies.isEmpty, let closure = call.trailingClosure {
                bodies.append((ExprSyntax(closure), closure.parameterNames.count == 2))
            }
            guard let body = bodies.first, bodies.count == 1 else {
                return annotate(token, "its arguments are not understood; see \(Self.guide)")
            }
            recordRewrite(token)
            rename(token, to: token.text == "observe" ? "on" : "once")
            name(event: first)
            for argument in call.arguments.dropFirst() {
                if argument.label?.text == "withCancel" {
                    argument.label.map { rename($0, to: "revoked") }
                } else if argument.label != nil {
                    replace(start(argument)..<start(argument.expression), with: "")
                }
            }
            for closure in call.additionalTrailingClosures { rename(closure.label, to: "revoked") }
            if !body.hasKey { addKey(to: body.value, naming: Self.event(first.expression) == nil) }
        }

        /// Names an event by its legacy name; an event that is known only at run time stays as it is.
        private func name(event argument: LabeledExprSyntax) {
            if let event = Self.event(argument.expression) {
                return replace(start(argument)..<end(argument.expression), with: "\"\(event)\"")
            }
            if argument.label != nil { replace(start(argument)..<start(argument.expression), with: "") }
            // The parameter of the new call does not give `.value` its type.
            for token in argument.expression.tokens(viewMode: .sourceAccurate) where token.tokenKind == .period {
                guard let member = token.parent?.as(MemberAccessExprSyntax.self), member.base == nil,
                    Self.event(ExprSyntax(member)) != nil
                else { continue }
                insert(support("EventKind"), at: start(token))
            }
        }

        /// Rewrites the wait for one event and the key of the preceding child to `once` in a continuation.
        func awaitEvent(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            guard let argument = call.arguments.first else { return }
            let event = Self.event(argument.expression).map { "\"\($0)\"" } ?? text(argument.expression)
            recordRewrite(token)
            prepend("withCheckedContinuation { continuation in ", at: start(call))
            replace(
                start(token)..<end(call),
                with: "once(\(event)) { snapshot, key in continuation.resume(returning: (snapshot, key)) } }")
        }

        /// Adds the parameter for the key of the preceding child; the legacy dialect always passes it.
        ///
        /// - Parameters:
        ///   - body: The closure.
        ///   - namesParameters: Whether a closure with `$0` must name its parameters, as the second pass keeps it.
        private func addKey(to body: ExprSyntax, naming namesParameters: Bool) {
            guard let closure = body.bareClosure else {
                return replace(body, with: "{ [handler = \(released(body))] snapshot, _ in handler(snapshot) }")
            }
            switch closure.signature?.parameterClause {
            case .simpleInput(let list): insert(", _", at: end(list))
            case .parameterClause(let clause):
                let isTyped = clause.parameters.first?.type != nil
                insert(isTyped ? ", _: String?" : ", _", at: end(clause.parameters))
            case nil where namesParameters:
                let used = Set(closure.tokens(viewMode: .sourceAccurate).map(\.text))
                let name = used.contains("snapshot") ? "observed" : "snapshot"
                insert(" \(name), _ in", at: end(closure.leftBrace))
                for token in closure.ownShorthands where token.text == "$0" { rename(token, to: name) }
            case nil: break
            }
        }

        // MARK: Reading

        /// Rewrites `getData`; its completion becomes a trailing closure or an unlabelled argument.
        func read(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            recordRewrite(token)
            // Without a completion the call is awaited, perhaps further outside.
            if call.arguments.isEmpty, call.trailingClosure == nil { return insert(".known().value", at: end(call)) }
            if let argument = call.arguments.first, argument.label != nil {
                replace(start(argument)..<start(argument.expression), with: "")
            }
        }

        // MARK: Queries

        /// The names of the orders, bounds and limits in the legacy dialect, by name and label.
        private static let windows = [
            "queryOrdered byChild": "orderByChild", "queryOrderedByKey": "orderByKey",
            "queryOrderedByValue": "orderByValue", "queryOrderedByPriority": "orderByPriority",
            "queryStarting atValue": "startAt", "queryStarting afterValue": "startAfter",
            "queryEnding atValue": "endAt", "queryEnding beforeValue": "endBefore", "queryEqual toValue": "equalTo",
            "queryLimited toFirst": "limitToFirst", "queryLimited toLast": "limitToLast",
        ]

        func window(_ call: FunctionCallExprSyntax, _ token: TokenSyntax, _ base: ExprSyntax?) {
            let first = call.arguments.first
            guard let name = Self.windows[token.text + (first?.label.map { " \($0.text)" } ?? "")] else {
                return annotate(token, "there is no such query; see \(Self.guide)")
            }
            if name.hasPrefix("order"), !isQueryCall(base), kind(ofBase: base) == .query {
                return annotate(token, "the stored query may have an order already; order the reference first")
            }
            recordRewrite(token)
            let isBound = name.hasPrefix("start") || name.hasPrefix("end") || name == "equalTo"
            if needsOrder(call, base) {
                // Without an order, the order by priority applies.
                prepend("orderByPriority().", at: start(token))
            }
            guard let first else { return rename(token, to: name) }
            replace(start(token)..<start(first.expression), with: "\(name)(")
            if name.hasPrefix("limit"), !first.expression.isNumber { wrap(first.expression, in: "Int(") }
            if isBound { index(first.expression) }
            for key in call.arguments.dropFirst() where key.label?.text == "childKey" {
                replace(start(key)..<start(key.expression), with: "")
            }
        }

        /// Returns whether a call begins a query that has no order.
        private func needsOrder(_ call: FunctionCallExprSyntax, _ base: ExprSyntax?) -> Bool {
            guard !isQueryCall(base), kind(ofBase: base) == .reference else { return false }
            var current: FunctionCallExprSyntax? = call
            while let outer = current, let name = outer.name?.text {
                if name.hasPrefix("queryOrdered") { return false }
                current = outer.parent?.as(MemberAccessExprSyntax.self)?.parent?.as(FunctionCallExprSyntax.self)
            }
            return true
        }

        /// Returns whether a value is the result of a query's call, or a constant that holds one, and hence no reference.
        func isQuery(_ base: ExprSyntax?) -> Bool {
            guard let name = base?.as(DeclReferenceExprSyntax.self)?.baseName.text else { return isQueryCall(base) }
            return file.tokens(viewMode: .sourceAccurate).contains { token in
                guard token.text == name, let binding = token.parent?.parent?.as(PatternBindingSyntax.self),
                    binding.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.text == "let"
                else { return false }
                return isQueryCall(binding.initializer?.value)
            }
        }

        private func isQueryCall(_ base: ExprSyntax?) -> Bool {
            base?.as(FunctionCallExprSyntax.self)?.name?.text.hasPrefix("query") == true
        }

        /// Converts a bound of any type to an index value; the compiler converts literals.
        private func index(_ value: ExprSyntax) {
            if value.is(NilLiteralExprSyntax.self) { return replace(value, with: "WebcomIndexValue.null") }
            let isLiteral =
                value.isNumber || value.is(StringLiteralExprSyntax.self) || value.is(BooleanLiteralExprSyntax.self)
            let hasParts = value.as(StringLiteralExprSyntax.self).map { $0.segments.count > 1 } ?? false
            if !isLiteral || hasParts { wrap(value, in: "WebcomIndexValue(json: ") }
        }

        private func wrap(_ value: ExprSyntax, in opening: String) {
            prepend(opening, at: start(value))
            insert(")", at: end(value))
        }
    }
#endif
