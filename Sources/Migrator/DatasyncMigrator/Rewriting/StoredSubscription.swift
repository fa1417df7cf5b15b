#if Migrator
    import SwiftSyntax

    /// A subscription whose handle is assigned to a variable.
    struct StoredSubscription {
        let node: NodeOrigin
        let events: Set<String>
    }

    /// A call of `off` with a handle.
    struct SubscriptionEnding {
        let call: FunctionCallExprSyntax
        /// The expression that gives the handle.
        let handle: ExprSyntax
        /// The variable with the handle.
        let variable: String?
        let node: NodeOrigin?
        let events: Set<String>
        /// Whether the type of the handle is optional.
        let isOptional: Bool
    }

    /// Pairing of subscriptions with the calls that end them.
    extension VariableCollector {
        /// The result for a call of `off` with a handle.
        enum Outcome {
            /// The subscription is cancelled; the handle is not optional, or is an optional that is not `nil`.
            case cancel(ExprSyntax, isOptional: Bool)
            case keep(reason: String)
        }

        /// Returns the subscription that a call makes, if its node and events are known.
        func subscription(made expression: ExprSyntax) -> StoredSubscription? {
            guard let call = expression.as(FunctionCallExprSyntax.self), ["on", "once"].contains(call.name?.text),
                let parts = ListeningCall(call), let events = EventSelection(parts.events.expression, self),
                let base = call.base, let node = origin(of: base)
            else { return nil }
            return StoredSubscription(node: node, events: events.names)
        }

        func collectEnding(_ call: FunctionCallExprSyntax) {
            let arguments = Array(call.arguments)
            guard call.name?.text == "off", arguments.count == 2, let base = call.base,
                [.reference, .query].contains(kind(of: base).unwrapped),
                !arguments[1].expression.is(NilLiteralExprSyntax.self)
            else { return }
            let handle = arguments[1].expression
            let forced = handle.as(ForceUnwrapExprSyntax.self)?.expression
            endings.append(
                SubscriptionEnding(
                    call: call, handle: handle, variable: variable(forced ?? handle), node: origin(of: base),
                    events: EventSelection(arguments[0].expression, self)?.names ?? [],
                    isOptional: forced == nil && kind(of: handle) != .listener))
        }

        /// Returns the result for each call of `off` with a handle.
        var outcomes: [SyntaxIdentifier: Outcome] {
            Dictionary(uniqueKeysWithValues: endings.map { ($0.call.id, outcome(of: $0)) })
        }

        private func outcome(of ending: SubscriptionEnding) -> Outcome {
            guard let key = ending.variable, let variable = variables[key], let subscriptions = stored[key],
                !foreign.contains(key), !isWrittenElsewhere(variable)
            else { return .keep(reason: "it is not certain which subscriptions its handle can be of") }
            guard let node = ending.node, isFixed(node, for: key),
                subscriptions.allSatisfy({ $0.node.text == node.text && isFixed($0.node, for: key) })
            else { return .keep(reason: "it is not certain that its node is that of the subscription") }
            guard subscriptions.allSatisfy({ !$0.events.isDisjoint(with: ending.events) }) else {
                return .keep(reason: "it is not certain that its events are those of the subscription")
            }
            guard !ending.isOptional || ending.isChecked else {
                return .keep(
                    reason: "its handle may be nil, and then all subscriptions to these events end; unwrap it first")
            }
            return .cancel(ending.handle, isOptional: ending.isOptional)
        }

        /// Returns whether a node is the same wherever a variable's value may be used.
        private func isFixed(_ node: NodeOrigin, for variable: String) -> Bool {
            node.variables.allSatisfy { key, isNode in
                guard isConstant(key, isNode: isNode) else { return false }
                // A local constant is a different one in each run of its block.
                guard let scope = key.scopeNumber else { return true }
                return variable.scopeNumber.map { scope <= $0 } ?? false
            }
        }
    }

    extension SubscriptionEnding {
        /// Whether the statement directly follows a check whether the handle is `nil`.
        fileprivate var isChecked: Bool {
            guard let item = call.parent?.as(CodeBlockItemSyntax.self),
                let list = item.parent?.as(CodeBlockItemListSyntax.self)
            else { return false }
            let question = "\(handle.trimmedDescription) != nil"
            guard list.first?.id == item.id else {
                let index = list.firstIndex { $0.id == item.id }
                let previous = index.map { list[list.index(before: $0)] }
                return previous?.item.as(GuardStmtSyntax.self)?.conditions.asks(question) ?? false
            }
            guard let condition = list.parent?.parent?.as(IfExprSyntax.self), list.parent?.id == condition.body.id
            else { return false }
            return condition.conditions.asks(question)
        }
    }

    extension ConditionElementListSyntax {
        /// Returns whether the last condition is an expression.
        fileprivate func asks(_ question: String) -> Bool { last?.condition.trimmedDescription == question }
    }

    /// Variables, in the form in which the collector identifies them.
    extension String {
        /// The number of the scope of a local variable; `nil` for a property or a global variable.
        var scopeNumber: Int? { contains(" ") ? split(separator: " ").first.flatMap { Int($0) } : nil }
    }
#endif
