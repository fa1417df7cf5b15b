#if Migrator
    import SwiftSyntax

    /// Queries in local variables, which become nodes in the idiomatic style; each call on them takes the constraint.
    extension Rewriter {
        /// Returns an expression's windows, or the windows of the query that the named variable held.
        func windows(of base: ExprSyntax) -> WindowChain? { storedWindows[base.id] ?? WindowChain(base) }

        /// Removes the windows from the initial value of a variable.
        ///
        /// - Returns: `false` if the windows do not belong to a local variable.
        func storeNode(of chain: WindowChain, _ call: FunctionCallExprSyntax) -> Bool {
            guard let binding = call.parent?.parent?.as(PatternBindingSyntax.self), let name = chain.calls.last?.name,
                let (query, obstacle) = queries[binding.id], query.binding.id == binding.id
            else { return false }
            if let reason = obstacle ?? self.obstacle(to: query) {
                take(chain)
                keepForm(name, "the query", reason)
                return true
            }
            for token in chain.calls.compactMap(\.name) { recordRewrite(token) }
            if let type = binding.typeAnnotation?.type { replace(type, with: words.reference) }
            replace(end(chain.reference)..<end(call), with: "")
            let variable = constraintVariable(for: query)
            for use in query.calls {
                if let base = use.base { storedWindows[base.id] = chain.on(base, constraint: variable) }
            }
            return true
        }

        /// Declares a variable with the constraint of a query that several calls use.
        ///
        /// - Returns: Its name; `nil` if each call spells the constraint out.
        private func constraintVariable(for query: StoredQuery) -> String? {
            guard query.calls.count > 1, let constraint = constraint(for: query.chain),
                let name = query.binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text.trimmingBackticks,
                let declaration = query.binding.parent?.parent?.as(VariableDeclSyntax.self),
                declaration.bindings.count == 1, let item = declaration.parent?.as(CodeBlockItemSyntax.self)
            else { return nil }
            let variable = name + "Constraint"
            if file.tokens(viewMode: .sourceAccurate).contains(where: { $0.text == variable }) { return nil }
            let type = "DatasyncChildrenConstraint"
            prepend("let \(variable): \(type) = \(constraint)\(separator(at: start(item)))", at: start(item))
            return variable
        }

        private func obstacle(to query: StoredQuery) -> String? {
            guard constraint(for: query.chain) != nil else { return "its windows have no constraint" }
            let range = end(query.chain.reference)..<(query.binding.initializer.map { end($0) } ?? 0)
            return hasComment(range) ? "a comment stands between its windows; move it" : nil
        }

        /// Collects the values of the file's variables.
        ///
        /// - Parameter mistaken: The declarations of queries with a call that is left.
        func collectVariables(besides mistaken: Set<SyntaxIdentifier>) {
            let collector = VariableCollector(file, declarations, besides: otherFiles.filter { $0.id != file.id })
            collector.collect()
            endings = collector.outcomes
            queries = collector.results
            for id in mistaken { queries[id]?.obstacle = "a call on it is left" }
        }

        /// Sets the kind of a variable that now holds a node.
        func defineNode(_ binding: PatternBindingSyntax) {
            guard let query = queries[binding.id]?.query, let base = query.calls.first?.base,
                storedWindows[base.id] != nil, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
            else { return }
            define(name.text.trimmingBackticks, .reference)
        }

        /// The declarations of queries that became nodes although a call on them is left.
        var mistakenQueries: Set<SyntaxIdentifier> {
            let left = Set(sites.filter { $0.outcome != .rewritten }.map(offset(of:)))
            let mistaken = queries.filter { _, value in
                value.query.calls.contains { call in
                    call.base.map { storedWindows[$0.id] != nil } == true
                        && call.name.map { left.contains(start($0)) } == true
                }
            }
            return Set(mistaken.keys)
        }
    }
#endif
