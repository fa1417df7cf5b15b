#if Migrator
    import SwiftSyntax

    /// Rewriting into subscriptions of the async dialect, whose closures receive events.
    extension Rewriter {
        func subscribeClosure(
            _ parts: ListeningCall, _ events: EventSelection, _ constraint: String?, isOnce: Bool
        ) {
            let window = constraint.map { ", childrenConstraint: \($0)" } ?? ""
            replace(parts.events.expression, with: "to: \(events.eventType ?? "")\(window)")
            if let closure = parts.body.bareClosure {
                takeEvent(closure, isOnce: isOnce)
                if !parts.isTrailing { prepend("onEvent: ", at: start(parts.body)) }
            } else {
                let cancel = isOnce ? "event.subscription.cancel(); " : ""
                let call =
                    "[\(text(parts.body) == "handler" ? "" : "handler = ")\(text(parts.body))] event in \(cancel)handler(event, event.previousChildKey)"
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

        /// Rewrites a closure with a snapshot and a key to one with an event.
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

        /// Rewrites a closure with the reason of a revocation to one with the completion of the subscription.
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

        /// Returns a name that a closure does not use.
        private func free(_ name: String, in closure: ClosureExprSyntax) -> String {
            let used = Set(closure.tokens(viewMode: .sourceAccurate).map(\.text))
            return used.contains(name) ? free("_" + name, in: closure) : name
        }
    }
#endif
