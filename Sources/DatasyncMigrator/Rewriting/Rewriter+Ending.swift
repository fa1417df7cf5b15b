#if Migrator
    import SwiftSyntax

    extension Rewriter {
        func end(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ base: ExprSyntax?) {
            let chain = base.flatMap { WindowChain($0) }
            let kind = kind(ofBase: chain?.reference ?? base)
            if kind != .reference, chain != nil {
                return annotate(name, "the query is made smaller; name the node and one constraint instead")
            }
            let constraint = chain.flatMap(self.constraint(for:))
            if chain != nil, constraint == nil { return annotate(name, "no constraint says this; see \(words.guide)") }
            if let base, let chain, hasComment(end(chain.reference)..<end(base)) {
                return annotate(name, "a comment stands in the window; move it, or see \(words.guide)")
            }
            let arguments = Array(call.arguments)
            if !arguments.isEmpty, let open = call.leftParen, let close = call.rightParen,
                hasComment(end(open)..<start(close))
            {
                return annotate(name, "a comment stands between its arguments; move it, or see \(words.guide)")
            }
            var parts: [String] = []
            if let first = arguments.first {
                guard let events = EventSelection(first.expression, self),
                    let described = target == .async ? events.eventType : events.descriptor
                else {
                    return annotate(
                        name,
                        "these events are not known here, or are of both families; cancel the subscriptions instead")
                }
                parts.append(described)
                if target == .callback, events.includesAcknowledgements { parts.append("acknowledgements: true") }
            }
            recordRewrite(name)
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
#endif
