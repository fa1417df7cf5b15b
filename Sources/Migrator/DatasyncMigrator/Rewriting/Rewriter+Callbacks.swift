#if Migrator
    import SwiftSyntax

    /// Rewriting into subscriptions of the callback dialect.
    extension Rewriter {
        func subscribeCallback(
            _ call: FunctionCallExprSyntax, _ parts: ListeningCall, _ events: EventSelection, _ constraint: String?,
            isOnce: Bool
        ) {
            let queue = parts.queue.map { "queue: \(text($0))" }
            let behind =
                "\(isOnce ? ".once()" : "")\(events.includesAcknowledgements ? ".includeAcknowledgements()" : "")"
            remove(parts.queue, after: parts.events)
            replace(parts.events.expression, with: events.descriptor ?? "")
            if parts.isTrailing, let close = call.rightParen {
                // The closing parenthesis moves after the closure.
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
                // The text before a trailing closure for revocations, including the parenthesis, is replaced above.
                insert(")", at: last)
            }
        }

        private func opening(_ queue: String?, _ body: ExprSyntax) -> String {
            body.is(ClosureExprSyntax.self)
                ? "Webcom.Callback" + (queue.map { "(\($0))" } ?? "")
                : "Webcom.Callback(" + (queue.map { $0 + ", " } ?? "")
        }

        /// Removes an argument and everything between it and the preceding argument.
        private func remove(_ argument: ExprSyntax?, after first: LabeledExprSyntax) {
            if let argument { replace(end(first.expression)..<end(argument), with: "") }
        }

        /// Removes an argument `revoked: nil`.
        func removeNil(after parts: ListeningCall) {
            if let none = parts.noRevoked, !hasComment(end(parts.body)..<end(none)) {
                replace(end(parts.body)..<end(none), with: "")
            }
        }
    }
#endif
