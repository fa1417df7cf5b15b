#if Migrator
    import SwiftSyntax

    /// A value of unknown type on which calls are made, such as `users` or `store.users`.
    struct Subject {
        /// The names from the root on, without calls.
        let path: String
        /// The first name that is not `self`.
        let root: String

        /// The reason of a note for all calls on the value.
        var reason: String { "\(Self.opening)\(path)\(Self.ending)" }

        private static let opening = "the type of `"
        private static let ending = "` is not known here"

        /// Finds the value at the beginning of a chain of calls; `nil` if there is no name.
        init?(_ base: ExprSyntax) {
            var names: [String] = []
            var current: ExprSyntax? = base
            while let expression = current {
                if let member = expression.as(MemberAccessExprSyntax.self) {
                    names.insert(member.declName.baseName.text, at: 0)
                    current = member.base
                } else if let reference = expression.as(DeclReferenceExprSyntax.self) {
                    names.insert(reference.baseName.text, at: 0)
                    break
                } else if let call = expression.as(FunctionCallExprSyntax.self) {
                    // A function called only by its name has no variable.
                    guard let base = call.base else { return nil }
                    names = []
                    current = base
                } else if let chain = expression.as(OptionalChainingExprSyntax.self) {
                    current = chain.expression
                } else if let forced = expression.as(ForceUnwrapExprSyntax.self) {
                    current = forced.expression
                } else if let element = expression.as(SubscriptCallExprSyntax.self) {
                    names = []
                    current = element.calledExpression
                } else {
                    return nil
                }
            }
            self.init(names)
        }

        /// Finds the value that a note of an earlier run names.
        init?(ofNote text: String) {
            guard let start = text.firstRange(of: Self.opening)?.upperBound,
                let end = text[start...].firstRange(of: Self.ending)?.lowerBound
            else { return nil }
            self.init(text[start..<end].split(separator: ".").map(String.init))
        }

        private init?(_ names: [String]) {
            guard let root = names.first(where: { $0 != "self" }), !root.hasPrefix("$") else { return nil }
            path = names.joined(separator: ".")
            self.root = root
        }

        /// Returns the innermost statements after another statement that name the value, where its name is visible.
        func statements(after statement: Syntax) -> [Syntax] {
            var scope = statement
            while let parent = scope.parent, !declares(scope) { scope = parent }
            var found: [Syntax] = []
            for token in scope.tokens(viewMode: .sourceAccurate)
            where token.text == root && token.position >= statement.endPosition {
                var item = Syntax(token)
                while let parent = item.parent, !item.is(CodeBlockItemSyntax.self), !item.is(MemberBlockItemSyntax.self)
                {
                    item = parent
                }
                if found.last?.id != item.id { found.append(item) }
            }
            return found
        }

        /// Returns the calls on the value and on their results, anywhere in the file.
        func calls(in file: SourceFileSyntax) -> [FunctionCallExprSyntax] {
            file.tokens(viewMode: .sourceAccurate).filter { $0.text == root }.flatMap { token in
                var calls: [FunctionCallExprSyntax] = []
                var current = token.parent
                while let expression = current, expression.is(ExprSyntax.self) {
                    if let call = expression.as(FunctionCallExprSyntax.self) { calls.append(call) }
                    current = expression.parent
                }
                return calls
            }
        }

        private func declares(_ node: Syntax) -> Bool {
            node.tokens(viewMode: .sourceAccurate).contains { token in
                guard token.text == root, let parent = token.parent else { return false }
                return parent.is(IdentifierPatternSyntax.self) || parent.is(FunctionParameterSyntax.self)
                    || parent.is(ClosureShorthandParameterSyntax.self) || parent.is(ClosureParameterSyntax.self)
            }
        }
    }
#endif
