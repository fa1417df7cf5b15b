#if Migrator
    import SwiftSyntax

    extension Rewriter {
        func listen(_ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ base: ExprSyntax?, isOnce: Bool) {
            guard let parts = ListeningCall(call) else {
                return annotate(name, "its arguments are not understood; see \(words.guide)")
            }
            if target == .async, parts.redeclares {
                return annotate(name, "its closure declares the name of a parameter again; rename one of them")
            }
            var chain = base.flatMap(windows(of:))
            var kind = kind(ofBase: chain?.reference ?? base)
            if chain == nil, isListenable(kind) {
                nameQuery(of: base, before: name)
                kind = .query
            }
            if let windows = chain {
                let isHidden = base.map { hasComment(end(windows.reference)..<end($0)) } ?? false
                let isSmaller = kind != .reference && !kind.isOpen
                if isSmaller || isHidden || constraint(for: windows) == nil {
                    // The windows stay a query, which has no constraint of its own here.
                    take(windows)
                    (chain, kind) = (nil, .query)
                }
            }
            guard let events = EventSelection(parts.events.expression, self) else {
                return listenByName(call, name, parts, chain, isOnce: isOnce)
            }
            if (target == .async ? events.eventType : events.descriptor) == nil {
                // No event type represents these events, alone or together.
                return listenByName(call, name, parts, chain, isOnce: isOnce)
            }
            let constraint = chain.flatMap(self.constraint(for:))
            if target == .async, parts.body.bareClosure == nil, parts.body.hasClosure {
                return annotate(name, "what it calls is put together here; give it a name first")
            }
            if target == .callback, parts.revoked != nil, parts.queue?.isRepeatable == false {
                return annotate(name, "its queue is made here, and is needed twice; give it a name first")
            }
            if loses(parts) {
                return annotate(name, "a comment stands between its arguments; move it, or see \(words.guide)")
            }
            recordRewrite(name)
            if let chain, let base { replace(end(chain.reference)..<end(base), with: "") }
            let isKept = isUsed(call) || parts.revoked != nil || kind != .reference
            let isFirst = isOnce && target == .async
            rename(name, to: isFirst ? "firstEvent" : isKept ? "subscription" : "subscribe")
            switch target {
            case .callback: subscribeCallback(call, parts, events, constraint, isOnce: isOnce)
            case .async: subscribeClosure(parts, events, constraint, isOnce: isOnce)
            }
            if style == .idiomatic, isOnce, kind == .reference {
                let window = constraint.map { ", childrenConstraint: \($0)" } ?? ""
                operations[call.id] = AwaitedOperation(
                    call: call, name: "firstEvent", result: .event, values: "",
                    rest: "of: \(events.eventType ?? "")\(window)", queue: parts.queue, completion: parts.body,
                    revoked: parts.revoked)
            }
        }

        /// Rewrites a call with events known only at run time; its closures stay as they are.
        private func listenByName(
            _ call: FunctionCallExprSyntax, _ name: TokenSyntax, _ parts: ListeningCall, _ chain: WindowChain?,
            isOnce: Bool
        ) {
            if let reason = EventSelection.mistake(in: parts.events.expression, self) { return annotate(name, reason) }
            recordRewrite(name)
            if let chain { take(chain) }
            rename(name, to: isOnce ? "firstEvent" : "subscription")
            prepend("named: ", at: start(parts.events))
        }

        /// Returns the constraint of a chain; `nil` if there is no such constraint or a bound may be `nil`.
        func constraint(for chain: WindowChain) -> String? {
            let isKnown = chain.bounds.allSatisfy { self.kind(of: $0).general == .other }
            return isKnown && chain.isRepeatable ? chain.constraint(words, text) : nil
        }

        /// Returns whether there is a comment between arguments that change their order.
        private func loses(_ parts: ListeningCall) -> Bool {
            guard target == .callback else { return false }
            if let queue = parts.queue, hasComment(end(parts.events.expression)..<start(queue)) { return true }
            return parts.revoked.map { hasComment(end(parts.body)..<start($0)) } ?? false
        }
    }
#endif
