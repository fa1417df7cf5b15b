#if Migrator
    import SwiftSyntax

    extension Rewriter {
        func end(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ base: ExprSyntax?) {
            guard let outcome = endings[call.id] else { return unsubscribe(call, name, base) }
            let reason: String
            switch outcome {
            case .cancel(let handle, let isOptional):
                guard let obstacle = obstacle(toReplacing: call) else {
                    recordRewrite(name)
                    return replace(
                        start(call)..<end(call), with: "\(text(handle))\(isOptional ? "?" : "").cancel()")
                }
                reason = obstacle
            case .keep(let text): reason = text
            }
            unsubscribe(call, name, base)
            if sites.last?.outcome == .rewritten { keepForm(name, "the call", reason) }
        }

        /// Returns why a call cannot be replaced as a whole; `nil` if it can.
        private func obstacle(toReplacing call: FunctionCallExprSyntax) -> String? {
            let range = start(call)..<end(call)
            if hasComment(range) { return "a comment stands inside; move it" }
            return hasNote(in: range) ? "a part of it is left" : nil
        }

        private func unsubscribe(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ base: ExprSyntax?) {
            var chain = base.flatMap(windows(of:))
            if chain == nil { nameQuery(of: base, before: name) }
            if let windows = chain {
                let kind = kind(ofBase: windows.reference)
                let isHidden = base.map { hasComment(end(windows.reference)..<end($0)) } ?? false
                if kind != .reference && !kind.isOpen || isHidden || constraint(for: windows) == nil {
                    take(windows)
                    chain = nil
                }
            }
            let constraint = chain.flatMap(self.constraint(for:))
            let arguments = Array(call.arguments)
            if !arguments.isEmpty, let open = call.leftParen, let close = call.rightParen,
                hasComment(end(open)..<start(close))
            {
                return annotate(name, "a comment stands between its arguments; move it, or see \(words.guide)")
            }
            var parts: [String] = []
            if let first = arguments.first {
                let events = EventSelection(first.expression, self)
                guard let events, let described = target == .async ? events.eventType : events.descriptor else {
                    if events == nil, let reason = EventSelection.mistake(in: first.expression, self) {
                        return annotate(name, reason)
                    }
                    // These events are known only at run time, or belong to both families.
                    recordRewrite(name)
                    if let chain { take(chain) }
                    prepend("named: ", at: start(first))
                    return rename(name, to: "unsubscribeAll")
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
