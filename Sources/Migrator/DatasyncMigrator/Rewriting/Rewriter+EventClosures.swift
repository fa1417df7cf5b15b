#if Migrator
    import SwiftSyntax

    /// Rewriting into subscriptions of the async dialect, whose closures receive events.
    extension Rewriter {
        func subscribeClosure(
            _ parts: ListeningCall, _ events: EventSelection, _ constraint: String?, isOnce: Bool
        ) {
            let window = constraint.map { ", childrenConstraint: \($0)" } ?? ""
            replace(
                parts.events.expression, with: "\(isOnce ? "of" : "to"): \(events.eventType ?? "")\(window)")
            if let closure = parts.body.bareClosure {
                takeEvent(closure)
                if !parts.isTrailing { prepend("onEvent: ", at: start(parts.body)) }
            } else {
                let name = text(parts.body)
                let capture = name == "handler" ? name : "handler = \(name)"
                replace(
                    parts.body,
                    with: "onEvent: { [\(capture)] event in handler(event, event.previousChildKey) }")
            }
            guard let revoked = parts.revoked else { return removeNil(after: parts) }
            renameLabel(of: revoked)
        }

        private func renameLabel(of revoked: ExprSyntax) {
            if let element = revoked.parent?.as(MultipleTrailingClosureElementSyntax.self) {
                replace(element.label, with: "onRevoked")
            } else if let label = revoked.parent?.as(LabeledExprSyntax.self)?.label {
                replace(label, with: "onRevoked")
            }
        }

        /// Rewrites a closure with a snapshot and a key to a closure with an event.
        private func takeEvent(_ closure: ClosureExprSyntax) {
            guard let signature = closure.signature, let clause = signature.parameterClause else {
                for token in closure.ownShorthands where token.text == "$1" {
                    rename(token, to: "$0.previousChildKey")
                }
                return
            }
            let names = closure.parameterNames
            guard names.count == 2 else { return }
            var event = names[0].text
            let key = names[1].text
            let usesKey = key != "_" && closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.text == key }
            if event == "_", usesKey { event = free("event", in: closure) }
            switch clause {
            case .simpleInput(let list):
                if let first = list.first { replace(start(first)..<end(list), with: event) }
            case .parameterClause(let clause):
                let type = clause.parameters.first?.type == nil ? "" : ": DatasyncEvent"
                replace(start(clause.parameters)..<end(clause.parameters), with: event + type)
            }
            if usesKey { begin(closure, with: "let \(key) = \(event).previousChildKey") }
        }

        /// Returns a name that a closure does not use.
        private func free(_ name: String, in closure: ClosureExprSyntax) -> String {
            let used = Set(closure.tokens(viewMode: .sourceAccurate).map(\.text))
            return used.contains(name) ? free("_" + name, in: closure) : name
        }
    }
#endif
