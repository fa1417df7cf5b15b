#if Migrator
    import SwiftSyntax

    extension Rewriter {
        /// Rewrites a switch over an event's name to a switch over the event.
        func rewrite(_ node: SwitchExprSyntax) {
            guard let call = eventCall(in: node.subject), let token = call.name else { return }
            var patterns: [(pattern: ExprSyntax, name: String)] = []
            for item in node.cases.compactMap({ $0.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self) })
                .flatMap({ Array($0.caseItems) })
            {
                guard let pattern = item.pattern.as(ExpressionPatternSyntax.self)?.expression else { return }
                if pattern.trimmedDescription == "_" { continue }
                if pattern.is(NilLiteralExprSyntax.self) || pattern.trimmedDescription == ".none" {
                    // A non-optional event has no `nil` case; the switch over the name stays.
                    guard words.isEventOptional else { return }
                    continue
                }
                let bare =
                    pattern.as(OptionalChainingExprSyntax.self)?.expression
                    ?? pattern.as(FunctionCallExprSyntax.self).flatMap { call in
                        call.calledExpression.trimmedDescription == ".some" && call.arguments.count == 1
                            ? call.arguments.first?.expression : nil
                    } ?? pattern
                guard let literal = bare.as(StringLiteralExprSyntax.self), let text = literal.plainText,
                    let name = EventSelection.cases[text]
                else { return }
                // Optional patterns stay optional only if the event is optional.
                patterns.append((words.isEventOptional ? ExprSyntax(literal) : pattern, name))
            }
            guard !patterns.isEmpty else { return }
            for (pattern, name) in patterns { replace(pattern, with: ".\(name)") }
            replace(start(token)..<end(node.subject), with: words.event)
        }

        /// Rewrites a comparison of an event's name to a comparison of the event.
        func rewrite(_ node: SequenceExprSyntax) {
            let elements = Array(node.elements)
            for index in elements.indices.dropFirst().dropLast() {
                guard ["==", "!="].contains(elements[index].trimmedDescription) else { continue }
                for (side, other) in [(index - 1, index + 1), (index + 1, index - 1)] {
                    // In `a == b ?? c`, the other operand is `b ?? c`.
                    let outer = side > index ? side + 1 : side - 1
                    let isPart = elements.indices.contains(outer) && elements[outer].trimmedDescription == "??"
                    guard !isPart, let call = eventCall(in: elements[side]), let token = call.name,
                        let text = elements[other].as(StringLiteralExprSyntax.self)?.plainText,
                        let name = EventSelection.cases[text]
                    else { continue }
                    replace(elements[other], with: ".\(name)")
                    replace(start(token)..<end(elements[side]), with: words.event)
                }
            }
        }

        /// Returns the call of `eventType` in an expression, without a `!` or `?? ""` after it.
        private func eventCall(in expression: ExprSyntax) -> FunctionCallExprSyntax? {
            var expression = expression
            if let sequence = expression.as(SequenceExprSyntax.self) {
                let elements = Array(sequence.elements)
                guard elements.count == 3, elements[1].trimmedDescription == "??",
                    elements[2].as(StringLiteralExprSyntax.self)?.plainText.map({ EventSelection.cases[$0] == nil })
                        == true
                else { return nil }
                expression = elements[0]
            }
            if let forced = expression.as(ForceUnwrapExprSyntax.self) { expression = forced.expression }
            guard let call = expression.as(FunctionCallExprSyntax.self), call.name?.text == "eventType",
                call.arguments.isEmpty
            else { return nil }
            let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
            let kind = kind(ofBase: base)
            return kind == .snapshot || kind.isOpen && conjecture(call) == .snapshot ? call : nil
        }
    }

    extension FunctionCallExprSyntax {
        /// The name of the called function.
        var name: TokenSyntax? {
            calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName
                ?? calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
        }

        /// The expression that the function is called on.
        var base: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.owner }
    }
#endif
