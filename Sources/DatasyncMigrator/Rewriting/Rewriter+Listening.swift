#if Migrator
    import SwiftSyntax

    /// The parts of a call of `on` or `once`.
    struct ListeningCall {
        let events: LabeledExprSyntax
        let queue: ExprSyntax?
        /// What is called for events.
        let body: ExprSyntax
        let revoked: ExprSyntax?
        /// A `nil` in its place.
        let noRevoked: ExprSyntax?
        /// Whether the body stands behind the parentheses.
        let isTrailing: Bool

        /// Whether a closure declares the name of one of its parameters again, beside those that it will declare itself.
        var redeclares: Bool {
            [body, revoked].compactMap(\.self).contains { expression in
                guard let closure = expression.bareClosure else { return false }
                let parameters = Set(closure.parameterNames.map(\.text))
                return closure.statements.contains { item in
                    item.item.as(VariableDeclSyntax.self)?.bindings.contains { binding in
                        parameters.contains(binding.pattern.trimmedDescription)
                    } == true
                }
            }
        }

        init?(_ call: FunctionCallExprSyntax) {
            guard let events = call.arguments.first else { return nil }
            let rest = call.arguments.dropFirst()
            let inside = rest.first { $0.label == nil }?.expression
            guard let body = inside ?? call.trailingClosure.map(ExprSyntax.init) else { return nil }
            self.events = events
            self.body = body
            isTrailing = inside == nil
            queue = rest.first { $0.label?.text == "queue" }?.expression
            let trailing = inside == nil ? call.additionalTrailingClosures.first?.closure : call.trailingClosure
            let revoked = rest.first { $0.label?.text == "revoked" }?.expression ?? trailing.map(ExprSyntax.init)
            let isNil = revoked?.is(NilLiteralExprSyntax.self) == true
            self.revoked = isNil ? nil : revoked
            noRevoked = isNil ? revoked : nil
        }
    }

    extension Rewriter {
        func listen(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ base: ExprSyntax?, isOnce: Bool) {
            guard let parts = ListeningCall(call) else {
                return leave(name, "its arguments are not understood; see \(words.guide)")
            }
            if target == .async, parts.redeclares {
                return leave(name, "its closure declares the name of a parameter again; rename one of them")
            }
            let chain = base.flatMap { WindowChain($0) }
            let kind = kind(ofBase: chain?.reference ?? base)
            if kind != .reference, chain != nil {
                return leave(name, "the query is made smaller; subscribe to the node with one constraint instead")
            }
            guard let events = EventSelection(parts.events.expression, self),
                target == .async ? events.eventType != nil : events.descriptor != nil
            else {
                return leave(
                    name, "which events these are is not known here; see \(words.guide) for what replaces them")
            }
            var constraint: String?
            if let chain {
                constraint = self.constraint(for: chain)
                if constraint == nil { return leave(name, "no constraint says this; see \(words.guide)") }
            }
            if let base, let chain, hasComment(end(chain.reference)..<end(base)) {
                return leave(name, "a comment stands in the window; move it, or see \(words.guide)")
            }
            if target == .async, parts.body.bareClosure == nil, parts.body.hasClosure {
                return leave(name, "what it calls is put together here; give it a name first")
            }
            if target == .callback, parts.revoked != nil, parts.queue?.isRepeatable == false {
                return leave(name, "its queue is made here, and is needed twice; give it a name first")
            }
            if loses(parts) {
                return leave(name, "a comment stands between its arguments; move it, or see \(words.guide)")
            }
            done(name)
            if let chain, let base { replace(end(chain.reference)..<end(base), with: "") }
            let isKept = isUsed(call) || parts.revoked != nil || kind == .query
            rename(name, to: isKept ? "subscription" : "subscribe")
            switch target {
            case .callback: subscribeCallback(call, parts, events, constraint, isOnce: isOnce)
            case .async: subscribeClosure(parts, events, constraint, isOnce: isOnce)
            }
        }

        /// The constraint that says what a chain says; `nil` where there is none, or a bound may be `nil`.
        private func constraint(for chain: WindowChain) -> String? {
            let isKnown = chain.bounds.allSatisfy { self.kind(of: $0).general == .other }
            return isKnown && chain.isRepeatable ? chain.constraint(words, text) : nil
        }

        /// Whether a comment stands where arguments change places.
        private func loses(_ parts: ListeningCall) -> Bool {
            guard target == .callback else { return false }
            if let queue = parts.queue, hasComment(end(parts.events.expression)..<start(queue)) { return true }
            return parts.revoked.map { hasComment(end(parts.body)..<start($0)) } ?? false
        }

        func kind(ofBase base: ExprSyntax?) -> Kind { base.map { kind(of: $0).unwrapped } ?? implicitSelf ?? .unknown }

        // MARK: Callbacks

        private func subscribeCallback(
            _ call: FunctionCallExprSyntax, _ parts: ListeningCall, _ events: EventSelection, _ constraint: String?,
            isOnce: Bool
        ) {
            let queue = parts.queue.map { "queue: \(text($0))" }
            let behind =
                "\(isOnce ? ".once()" : "")\(events.includesAcknowledgements ? ".includeAcknowledgements()" : "")"
            remove(parts.queue, after: parts.events)
            replace(parts.events.expression, with: events.descriptor ?? "")
            if parts.isTrailing, let close = call.rightParen {
                // The parenthesis moves behind the closure.
                replace(start(close)..<end(close), with: ", " + opening(queue, parts.body))
            } else {
                let isClosure = parts.body.is(ClosureExprSyntax.self)
                prepend(opening(queue, parts.body) + (isClosure ? " " : ""), at: start(parts.body))
            }
            insert((parts.body.is(ClosureExprSyntax.self) ? "" : ")") + behind, at: end(parts.body))
            var last = end(parts.body)
            if let revoked = parts.revoked {
                let isClosure = revoked.is(ClosureExprSyntax.self)
                let inside = queue.map { isClosure ? "(\($0)) " : "(\($0), " } ?? (isClosure ? " " : "(")
                replace(end(parts.body)..<start(revoked), with: ".onRevoked" + inside)
                last = end(revoked)
                if !isClosure { insert(")", at: last) }
            } else {
                removeNil(after: parts)
                insert(".endingQuietly()", at: last)
            }
            insert((constraint.map { ", \($0)" } ?? "") + (parts.isTrailing ? ")" : ""), at: last)
            if !parts.isTrailing, let close = call.rightParen, end(close) < last {
                // A closure for revocations that trailed is inside now.
                replace(start(close)..<end(close), with: "")
                insert(")", at: last)
            }
        }

        private func opening(_ queue: String?, _ body: ExprSyntax) -> String {
            body.is(ClosureExprSyntax.self)
                ? "Webcom.Callback" + (queue.map { "(\($0))" } ?? "")
                : "Webcom.Callback(" + (queue.map { $0 + ", " } ?? "")
        }

        /// Takes an argument out that stands somewhere after another one.
        private func remove(_ argument: ExprSyntax?, after first: LabeledExprSyntax) {
            if let argument { replace(end(first.expression)..<end(argument), with: "") }
        }

        /// Takes out a `revoked: nil`.
        private func removeNil(after parts: ListeningCall) {
            if let none = parts.noRevoked, !hasComment(end(parts.body)..<end(none)) {
                replace(end(parts.body)..<end(none), with: "")
            }
        }

        // MARK: Closures

        private func subscribeClosure(
            _ parts: ListeningCall, _ events: EventSelection, _ constraint: String?, isOnce: Bool
        ) {
            let window = constraint.map { ", childrenConstraint: \($0)" } ?? ""
            replace(parts.events.expression, with: "to: \(events.eventType ?? "")\(window)")
            if let closure = parts.body.bareClosure {
                takeEvent(closure, isOnce: isOnce)
                if !parts.isTrailing { prepend("onEvent: ", at: start(parts.body)) }
            } else {
                let cancel = isOnce ? "event.subscription.cancel(); " : ""
                let call = "[handler = \(text(parts.body))] event in \(cancel)handler(event, event.previousChildKey)"
                replace(parts.body, with: "onEvent: { \(call) }")
            }
            guard let revoked = parts.revoked else { return removeNil(after: parts) }
            renameLabel(of: revoked)
            if let closure = revoked.as(ClosureExprSyntax.self) {
                takeReason(closure)
            } else {
                replace(revoked, with: "whenRevoked(\(parts.queue == nil ? "" : "queued: ")\(text(revoked)))")
            }
        }

        private func renameLabel(of revoked: ExprSyntax) {
            if let element = revoked.parent?.as(MultipleTrailingClosureElementSyntax.self) {
                replace(element.label, with: "onCompletion")
            } else if let label = revoked.parent?.as(LabeledExprSyntax.self)?.label {
                replace(label, with: "onCompletion")
            }
        }

        /// A closure that was given a snapshot and a key is given an event.
        private func takeEvent(_ closure: ClosureExprSyntax, isOnce: Bool) {
            guard let signature = closure.signature, let clause = signature.parameterClause else {
                for token in closure.ownShorthands where token.text == "$1" {
                    rename(token, to: "$0.previousChildKey")
                }
                if isOnce { begin(closure, with: "$0.subscription.cancel()") }
                return
            }
            let names = closure.parameterNames
            guard names.count == 2 else { return }
            var event = names[0].text
            let key = names[1].text
            let usesKey = key != "_" && closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.text == key }
            if event == "_", usesKey || isOnce { event = free("event", in: closure) }
            switch clause {
            case .simpleInput(let list):
                if let first = list.first { replace(start(first)..<end(list), with: event) }
            case .parameterClause(let clause):
                let type = clause.parameters.first?.type == nil ? "" : ": DatasyncEvent"
                replace(start(clause.parameters)..<end(clause.parameters), with: event + type)
            }
            if usesKey { begin(closure, with: "let \(key) = \(event).previousChildKey") }
            if isOnce { begin(closure, with: "\(event).subscription.cancel()") }
        }

        /// A closure that was given the reason of a revocation is given how the subscription ended.
        private func takeReason(_ closure: ClosureExprSyntax) {
            var reason = free("reason", in: closure)
            let ending = free("ending", in: closure)
            switch closure.signature?.parameterClause {
            case nil:
                for token in closure.ownShorthands where token.text == "$0" { rename(token, to: reason) }
                if let signature = closure.signature {
                    insert("\(ending) ", at: start(signature.inKeyword))
                } else {
                    insert(" \(ending) in", at: end(closure.leftBrace))
                }
            case .simpleInput(let list):
                reason = closure.parameterNames.first?.text ?? "_"
                replace(start(list)..<end(list), with: ending)
            case .parameterClause(let clause):
                reason = closure.parameterNames.first?.text ?? "_"
                replace(start(clause)..<end(clause), with: ending)
            }
            let pattern = reason == "_" ? ".revocation" : ".revocation(let \(reason))"
            begin(closure, with: "guard case \(pattern) = \(ending) else { return }")
        }

        /// A name that a closure does not use.
        private func free(_ name: String, in closure: ClosureExprSyntax) -> String {
            let used = Set(closure.tokens(viewMode: .sourceAccurate).map(\.text))
            return used.contains(name) ? free("_" + name, in: closure) : name
        }

        /// Puts a statement before those of a closure.
        private func begin(_ closure: ClosureExprSyntax, with statement: String) {
            let place = closure.signature.map { end($0.inKeyword) } ?? end(closure.leftBrace)
            guard let first = closure.statements.first else { return insert(" \(statement) ", at: place) }
            let gap = source[place..<start(first)]
            guard let lastBreak = gap.lastIndex(of: UInt8(ascii: "\n")) else {
                return insert(" \(statement);", at: place)
            }
            let isBare = gap[gap.index(after: lastBreak)...].allSatisfy {
                $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t")
            }
            guard isBare, let firstBreak = gap.firstIndex(of: UInt8(ascii: "\n")) else {
                return insert(" \(statement);", at: place)
            }
            let indent = String(decoding: gap[gap.index(after: lastBreak)...], as: UTF8.self)
            // Behind a comment on the line where the closure begins.
            let hasReturn = firstBreak > place && source[firstBreak - 1] == UInt8(ascii: "\r")
            insert((hasReturn ? "\r\n" : "\n") + indent + statement, at: hasReturn ? firstBreak - 1 : firstBreak)
        }

        // MARK: Ending

        func end(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ base: ExprSyntax?) {
            let chain = base.flatMap { WindowChain($0) }
            let kind = kind(ofBase: chain?.reference ?? base)
            if kind != .reference, chain != nil {
                return leave(name, "the query is made smaller; name the node and one constraint instead")
            }
            let constraint = chain.flatMap(self.constraint(for:))
            if chain != nil, constraint == nil { return leave(name, "no constraint says this; see \(words.guide)") }
            if let base, let chain, hasComment(end(chain.reference)..<end(base)) {
                return leave(name, "a comment stands in the window; move it, or see \(words.guide)")
            }
            let arguments = Array(call.arguments)
            if !arguments.isEmpty, hasComment(start(call.arguments)..<end(call.arguments)) {
                return leave(name, "a comment stands between its arguments; move it, or see \(words.guide)")
            }
            var parts: [String] = []
            if let first = arguments.first {
                guard let events = EventSelection(first.expression, self),
                    let described = target == .async ? events.eventType : events.descriptor
                else {
                    return leave(name, "which events these are is not known here; cancel the subscriptions instead")
                }
                parts.append(described)
                if target == .callback, events.includesAcknowledgements { parts.append("acknowledgements: true") }
            }
            done(name)
            if let constraint {
                parts.append(target == .async && !parts.isEmpty ? "childrenConstraint: \(constraint)" : constraint)
            }
            if arguments.count == 2, !arguments[1].expression.is(NilLiteralExprSyntax.self) {
                parts.append("only: \(text(arguments[1].expression))")
            }
            if let chain, let base { replace(end(chain.reference)..<end(base), with: "") }
            rename(name, to: "unsubscribeAll")
            if let open = call.leftParen, let close = call.rightParen, !parts.isEmpty {
                replace(end(open)..<start(close), with: parts.joined(separator: ", "))
            }
        }
    }

    extension ClosureExprSyntax {
        /// The names of the parameters, where they are named.
        var parameterNames: [TokenSyntax] {
            switch signature?.parameterClause {
            case .simpleInput(let list): list.map(\.name)
            case .parameterClause(let clause): clause.parameters.map { $0.secondName ?? $0.firstName }
            case nil: []
            }
        }

        /// The tokens `$0`, `$1` … of the closure itself, not of closures in it.
        var ownShorthands: [TokenSyntax] {
            statements.tokens(viewMode: .sourceAccurate).filter { token in
                guard case .dollarIdentifier = token.tokenKind else { return false }
                return token.ancestor(ClosureExprSyntax.self)?.id == id
            }
        }
    }
#endif
