#if Migrator
    import SwiftSyntax

    /// A local variable with a query; it becomes a node if each of its uses can take the constraint.
    struct StoredQuery {
        let binding: PatternBindingSyntax
        let chain: WindowChain
        /// The variables in the arguments of the windows, by name; `nil` if an argument may change.
        let values: [String: String]?
        /// The calls on the query.
        var calls: [FunctionCallExprSyntax] = []
        /// Whether the query has uses other than these calls.
        var escapes = false
    }

    /// Queries in local variables.
    extension VariableCollector {
        /// Returns the query with which a local variable is declared.
        func storedQuery(_ node: PatternBindingSyntax) -> StoredQuery? {
            guard let value = node.initializer?.value, let chain = WindowChain(value),
                kind(of: chain.reference) == .reference, node.isLocal
            else { return nil }
            let arguments = chain.calls.flatMap { $0.arguments.map(\.expression) }
            var values: [String: String]? = [:]
            for argument in arguments {
                guard let constant = constant(argument) else {
                    values = nil
                    break
                }
                for token in argument.tokens(viewMode: .sourceAccurate) {
                    guard let name = token.parent?.as(DeclReferenceExprSyntax.self) else { continue }
                    let key = variable(ExprSyntax(name))
                    if let key, constant.variables[key] != nil { values?[name.baseName.text] = key }
                }
            }
            return StoredQuery(binding: node, chain: chain, values: values)
        }

        /// Records a use of a variable with a query.
        func collectUse(of name: DeclReferenceExprSyntax) {
            guard let key = variable(ExprSyntax(name)), let query = queries[key] else { return }
            let member = name.parent?.as(MemberAccessExprSyntax.self)
            guard let call = member?.parent?.as(FunctionCallExprSyntax.self), member?.base?.id == ExprSyntax(name).id,
                listens(call), canName(query, in: call),
                query.values?.allSatisfy({ variable(named: $0.key) == $0.value }) != false
            else {
                queries[key]?.escapes = true
                return
            }
            queries[key]?.calls.append(call)
        }

        /// Returns whether a call can name the windows' values; in another closure, properties would need `self`.
        private func canName(_ query: StoredQuery, in call: FunctionCallExprSyntax) -> Bool {
            let closure = query.binding.ancestor(ClosureExprSyntax.self)?.id
            return closure == call.ancestor(ClosureExprSyntax.self)?.id
                || query.values?.values.allSatisfy { $0.scopeNumber != nil } != false
        }

        /// Returns whether a call can take a constraint.
        private func listens(_ call: FunctionCallExprSyntax) -> Bool {
            switch call.name?.text {
            case "getData": true
            case "off" where call.arguments.isEmpty: true
            case "on", "once", "off":
                call.arguments.first.flatMap { EventSelection($0.expression, self)?.eventType } != nil
            default: false
            }
        }

        /// The queries by declaration, each with the reason if it stays a query.
        var results: [SyntaxIdentifier: (query: StoredQuery, obstacle: String?)] {
            Dictionary(uniqueKeysWithValues: queries.map { ($1.binding.id, ($1, obstacle(to: $1, $0))) })
        }

        private func obstacle(to query: StoredQuery, _ key: String) -> String? {
            if written.contains(key) { return "its variable changes" }
            if query.escapes || query.calls.isEmpty {
                return "it is used for more than listening to events of known names"
            }
            guard let values = query.values, values.values.allSatisfy({ isConstant($0, isNode: false) }) else {
                return "a value of its windows may change; give it a constant"
            }
            return nil
        }
    }
#endif
