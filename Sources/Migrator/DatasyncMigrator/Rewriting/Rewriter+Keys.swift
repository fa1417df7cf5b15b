#if Migrator
    import SwiftSyntax

    /// Children of references: by key where the argument comes from data, by path where the argument shows a path.
    extension Rewriter {
        /// Rewrites `child`.
        ///
        /// A key from data is no longer read as a path, so that a `/` or `..` in it cannot lead elsewhere. Since paths
        /// worked before, each such call is reported with advice, unless its key is known.
        func child(_ call: FunctionCallExprSyntax, _ token: TokenSyntax) {
            guard call.arguments.count == 1, let argument = call.arguments.first else { return }
            // All dialects use the same name.
            if argument.label?.text == "key" { return recordRewrite(token) }
            let value = argument.expression
            let text = value.as(StringLiteralExprSyntax.self)?.plainText
            if argument.label == nil, text == nil, !isPath(value) {
                recordRewrite(token, advice: texts(of: value) == nil ? adviceOnKey : nil)
                return prepend("key: ", at: start(value))
            }
            recordRewrite(token)
            if argument.label?.text == "path" { replace(start(argument)..<start(value), with: "") }
            if let text, text.hasPrefix(".info/") {
                return replace(start(token)..<end(call), with: "info(\"\(text.dropFirst(".info/".count))\")")
            }
            rename(token, to: words.child)
        }

        private var adviceOnKey: String {
            "check that the value is exactly one key; if it can be a path such as a/b, write \(words.child)(…) instead of "
                + "child(key:)"
        }

        /// Returns whether an expression shows that its value is a path.
        private func isPath(_ value: ExprSyntax) -> Bool {
            guard let constant = texts(of: value), !constant.isList else { return showsPath(value) }
            let text = constant.texts.joined()
            return text.isEmpty || text.hasPrefix(".") || text.contains("/")
        }

        /// Returns whether an expression shows a path by a literal or a name.
        ///
        /// The literal has a `/`; the name means a path, or the file gives it such a literal.
        private func showsPath(_ value: ExprSyntax) -> Bool {
            if let constant = texts(of: value) { return constant.texts.contains { $0.contains("/") } }
            return value.hasSlash || value.parts.contains { part in showsPath(part) }
                || value.names.contains { $0.isNamedAsPath || namesOfPaths.contains($0) }
        }
    }

    extension ExprSyntax {
        /// The names of the variable, property or function that gives the value, preceded by the name of a type.
        var names: [String] {
            if let reference = self.as(DeclReferenceExprSyntax.self) {
                return [reference.baseName.text.trimmingBackticks]
            }
            if let member = self.as(MemberAccessExprSyntax.self) {
                let type = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
                let isType = type?.first?.isUppercase == true
                return [member.declName.baseName.text.trimmingBackticks] + (isType ? [type].compactMap(\.self) : [])
            }
            return self.as(FunctionCallExprSyntax.self)?.calledExpression.names ?? []
        }

        /// The inner expressions from which the value is made.
        fileprivate var parts: [ExprSyntax] {
            if let call = self.as(FunctionCallExprSyntax.self) {
                // A path's method gives a path, but a path's property, such as its key, may be a key.
                let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
                return [base].compactMap(\.self) + call.arguments.map(\.expression)
            }
            if let element = self.as(SubscriptCallExprSyntax.self) { return [element.calledExpression] }
            if let member = self.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "rawValue" {
                return [member.base].compactMap(\.self)
            }
            if let sequence = self.as(SequenceExprSyntax.self) { return Array(sequence.elements) }
            if let choice = self.as(UnresolvedTernaryExprSyntax.self) { return [choice.thenExpression] }
            if let tuple = self.as(TupleExprSyntax.self) { return tuple.elements.map(\.expression) }
            if let forced = self.as(ForceUnwrapExprSyntax.self) { return [forced.expression] }
            if let chain = self.as(OptionalChainingExprSyntax.self) { return [chain.expression] }
            if let tried = self.as(TryExprSyntax.self) { return [tried.expression] }
            if let awaited = self.as(AwaitExprSyntax.self) { return [awaited.expression] }
            guard let literal = self.as(StringLiteralExprSyntax.self) else { return [] }
            return literal.segments.flatMap { segment -> [ExprSyntax] in
                if case .expressionSegment(let part) = segment { part.expressions.map(\.expression) } else { [] }
            }
        }
    }

    extension String {
        /// Whether a name has the word *path*; `indexPath` is excepted, since it belongs to a list.
        fileprivate var isNamedAsPath: Bool {
            self != "indexPath" && contains(/(?:^|_)paths?(?![a-z])|Paths?(?![a-z])|PATHS?/)
        }
    }
#endif
