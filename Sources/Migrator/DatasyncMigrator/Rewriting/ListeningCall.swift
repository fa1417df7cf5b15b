#if Migrator
    import SwiftSyntax

    /// The parts of a call to `on` or `once`.
    struct ListeningCall {
        let events: LabeledExprSyntax
        let queue: ExprSyntax?
        /// The closure or function that receives the events.
        let body: ExprSyntax
        let revoked: ExprSyntax?
        /// The argument `revoked: nil`, if present.
        let noRevoked: ExprSyntax?
        /// Whether the body is a trailing closure.
        let isTrailing: Bool

        /// Whether a closure declares a local variable with the name of one of its parameters.
        ///
        /// The rewritten closure may itself declare the second parameter as a variable, which would conflict.
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
#endif
