#if Migrator
    import SwiftSyntax

    /// A chain of windows on a reference, such as `.startAt("a").limit(3)`.
    struct WindowChain {
        /// The expression before the chain.
        private(set) var reference: ExprSyntax
        /// The bounds and the limit of the chain; if windows repeat, the last one counts.
        private let start: ExprSyntax??
        private let end: ExprSyntax??
        private let limit: ExprSyntax?
        /// The calls of the chain, outermost first.
        let calls: [FunctionCallExprSyntax]
        /// The name of a variable with the constraint; `nil` if each call spells the constraint out.
        private var constraintName: String?
        /// Whether the chain has an order, or a bound or limit that names its side.
        private let isOrdered: Bool

        static let names: Set = OrderedWindow.names.union(["limit", "startAt", "endAt", "equalTo"])

        /// The support module's names, with their labels, for queries that are stored or have no constraint.
        static let steps: [String: (name: String, label: String)] = [
            "limit": ("limited", "to: "), "startAt": ("starting", "at: "), "endAt": ("ending", "at: "),
            "equalTo": ("equal", "to: "), "orderByChild": ("ordered", "byChild: "), "orderByKey": ("orderedByKey", ""),
            "orderByValue": ("orderedByValue", ""), "orderByPriority": ("orderedByPriority", ""),
            "startAfter": ("starting", "after: "), "endBefore": ("ending", "before: "),
            "limitToFirst": ("limited", "toFirst: "), "limitToLast": ("limited", "toLast: "),
        ]

        /// Returns the step that replaces an unapplied window, with its label, as several steps share a name.
        static func unapplied(_ name: String) -> String {
            steps[name].map { $0.name + ($0.label.isEmpty ? "" : "(\($0.label.dropLast()))") } ?? name
        }

        /// Parses a chain; `nil` if the expression is not one.
        init?(_ expression: ExprSyntax) {
            var (start, end, limit): (ExprSyntax??, ExprSyntax??, ExprSyntax?) = (nil, nil, nil)
            var current = expression
            var calls: [FunctionCallExprSyntax] = []
            var isOrdered = false
            while let call = current.as(FunctionCallExprSyntax.self),
                let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
                Self.names.contains(member.declName.baseName.text)
            {
                let argument = call.arguments.first.flatMap {
                    $0.expression.is(NilLiteralExprSyntax.self) ? nil : $0.expression
                }
                switch member.declName.baseName.text {
                case "limit": limit = limit ?? argument
                case _ where OrderedWindow.names.contains(member.declName.baseName.text): isOrdered = true
                case "startAt": start = start ?? .some(argument)
                case "endAt": end = end ?? .some(argument)
                default: (start, end) = (start ?? .some(argument), end ?? .some(argument))
                }
                current = base
                calls.append(call)
            }
            guard current != expression else { return nil }
            isOrdered = isOrdered || calls.contains { $0.arguments.count > 1 }
            (reference, self.start, self.end, self.limit, self.calls) = (current, start, end, limit, calls)
            self.isOrdered = isOrdered
        }

        /// Returns the same windows on another expression, with the variable that holds their constraint.
        func on(_ reference: ExprSyntax, constraint name: String?) -> WindowChain {
            var copy = self
            copy.reference = reference
            copy.constraintName = name
            return copy
        }

        /// Returns the constraint of the chain; `nil` if there is no such constraint.
        func constraint(_ words: some DialectNames, _ text: (ExprSyntax) -> String) -> String? {
            if let constraintName { return constraintName }
            if isOrdered { return OrderedWindow(calls).map { words.ordered($0, text) } }
            let (end, limit) = ((end ?? nil).map(text), limit.map(text))
            switch (start, end, limit) {
            case (nil, nil, let limit?): return words.last(limit)
            case (.some(nil), nil, let limit?): return words.first(limit)
            case (.some(let start?), nil, let limit): return words.startAt(text(start), limit)
            case (nil, let end?, let limit): return words.endAt(end, limit)
            case (.some(let start?), let end?, nil): return words.between(text(start), end)
            case (.some(nil), let end?, nil): return words.endAt(end, nil)
            default: return nil
            }
        }

        /// Whether the constraint evaluates no expression twice whose value may change.
        var isRepeatable: Bool {
            if isOrdered {
                let isDoubled = OrderedWindow(calls).map { $0.isEqual && $0.limit != nil } ?? false
                return !isDoubled || calls.allSatisfy(\.hasRepeatableArguments)
            }
            guard let start = start ?? nil, let end = end ?? nil, start.id == end.id else { return true }
            return start.isRepeatable
        }

        /// The bounds; a constraint requires bounds whose types are not optional.
        var bounds: [ExprSyntax] { isOrdered ? [] : [start ?? nil, end ?? nil].compactMap(\.self) }
    }

    extension FunctionCallExprSyntax {
        fileprivate var hasRepeatableArguments: Bool { arguments.allSatisfy { $0.expression.isRepeatable } }
    }
#endif
