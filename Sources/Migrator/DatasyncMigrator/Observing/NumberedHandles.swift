#if Migrator
    import SwiftSyntax

    /// A search for handles whose type is written `UInt`, which is the same type in the observe dialect.
    ///
    /// Handles are no numbers in the new dialects. If all variables of type `UInt` are handles, the type is renamed.
    struct NumberedHandles {
        /// The names that are declared with the type.
        private var declared: Set<String> = []
        /// The names that hold handles.
        private var handles: Set<String> = []
        private var isConverted = false
        /// Pairs of names of which one is assigned or passed to the other.
        private var flows: [(String, String)] = []

        /// Whether the files declare variables of the type, and all of them are handles.
        var areAll: Bool { !declared.isEmpty && !isConverted && declared.isSubset(of: handles) }

        init(in files: [SourceFileSyntax]) {
            for file in files {
                for token in file.tokens(viewMode: .sourceAccurate) { take(token) }
            }
            var count = -1
            while count != handles.count {
                count = handles.count
                for (left, right) in flows where handles.contains(left) != handles.contains(right) {
                    handles.formUnion([left, right])
                }
            }
        }

        private mutating func take(_ token: TokenSyntax) {
            if token.text == "UInt" {
                if token.parent?.is(DeclReferenceExprSyntax.self) == true { isConverted = true }
                if let name = token.declaredName { declared.insert(name) }
            } else if token.text == "withHandle" {
                if let value = token.parent?.as(LabeledExprSyntax.self)?.expression {
                    handles.formUnion(value.heldNames)
                    if value.heldNames.contains("$0") { handles.formUnion(value.namesOfCollection) }
                }
            } else if token.text == "observe", let call = token.ancestor(FunctionCallExprSyntax.self) {
                handles.formUnion(ExprSyntax(call).receivers)
            } else if token.tokenKind == .equal || token.tokenKind == .keyword(.in) || token.tokenKind == .colon {
                for (left, right) in token.sides { flows.append((left, right)) }
            }
        }
    }

    extension TokenSyntax {
        /// The name of the variable, parameter or function whose type contains the token.
        fileprivate var declaredName: String? {
            var current = parent
            while let node = current {
                if let binding = node.as(PatternBindingSyntax.self) { return binding.pattern.trimmedDescription }
                if let parameter = node.as(FunctionParameterSyntax.self) {
                    return (parameter.secondName ?? parameter.firstName).text
                }
                if let function = node.as(FunctionDeclSyntax.self) { return function.name.text }
                if let alias = node.as(TypeAliasDeclSyntax.self) { return alias.name.text }
                if let member = node.as(EnumCaseElementSyntax.self) { return member.name.text }
                current = node.parent
            }
            return nil
        }

        /// The names on both sides of an assignment, a loop, a binding or a label.
        fileprivate var sides: [(String, String)] {
            guard let parent else { return [] }
            if let loop = parent.as(ForStmtSyntax.self) {
                return pairs(loop.pattern.heldNames, loop.sequence.heldNames)
            }
            if let clause = parent.as(InitializerClauseSyntax.self) {
                let pattern =
                    clause.parent?.as(PatternBindingSyntax.self)?.pattern
                    ?? clause.parent?.as(OptionalBindingConditionSyntax.self)?.pattern
                return pairs(pattern?.heldNames ?? [], clause.value.heldNames)
            }
            if let label = parent.as(LabeledExprSyntax.self), label.expression.heldNames.count == 1 {
                return pairs(label.label.map { [$0.text] } ?? [], label.expression.heldNames)
            }
            guard parent.is(AssignmentExprSyntax.self),
                let elements = parent.parent?.parent?.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
                let left = elements.first, let right = elements.last
            else { return [] }
            return pairs(left.heldNames, right.heldNames)
        }

        private func pairs(_ left: [String], _ right: [String]) -> [(String, String)] {
            guard let last = right.last else { return [] }
            return left.map { ($0, last) }
        }
    }

    extension PatternSyntax {
        /// The names that the pattern binds.
        fileprivate var heldNames: [String] {
            tokens(viewMode: .sourceAccurate).filter { $0.parent?.is(IdentifierPatternSyntax.self) == true }.map(\.text)
        }
    }

    extension ExprSyntax {
        /// The name of a variable or property, or of the collection that an element is taken from.
        fileprivate var heldNames: [String] {
            if let name = self.as(DeclReferenceExprSyntax.self) { return [name.baseName.text] }
            if let member = self.as(MemberAccessExprSyntax.self) { return [member.declName.baseName.text] }
            if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.heldNames }
            if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.heldNames }
            if let element = self.as(SubscriptCallExprSyntax.self) { return element.calledExpression.heldNames }
            if let call = self.as(FunctionCallExprSyntax.self) {
                let method = call.calledExpression.as(MemberAccessExprSyntax.self)
                let isElement = ["removeValue", "popLast", "removeLast", "removeFirst"].contains(
                    method?.declName.baseName.text)
                return isElement ? method?.base?.heldNames ?? [] : call.calledExpression.heldNames
            }
            return []
        }

        /// The names of the collections whose elements a closure around the expression receives.
        fileprivate var namesOfCollection: [String] {
            let call = ancestor(ClosureExprSyntax.self)?.ancestor(FunctionCallExprSyntax.self)
            return call?.calledExpression.as(MemberAccessExprSyntax.self)?.base?.heldNames ?? []
        }

        /// The names of the variables, collections, arguments and functions that receive the value.
        fileprivate var receivers: [String] {
            var current = Syntax(self)
            while let parent = current.parent {
                if let clause = parent.as(InitializerClauseSyntax.self) {
                    return clause.parent?.as(PatternBindingSyntax.self)?.pattern.heldNames ?? []
                }
                if let sequence = parent.as(SequenceExprSyntax.self), let first = sequence.elements.first {
                    return first.heldNames
                }
                if let argument = parent.as(LabeledExprSyntax.self) {
                    if let label = argument.label { return [label.text] }
                    let call = argument.ancestor(FunctionCallExprSyntax.self)
                    return call?.calledExpression.as(MemberAccessExprSyntax.self)?.base?.heldNames ?? []
                }
                if parent.is(CodeBlockItemSyntax.self) || parent.is(ReturnStmtSyntax.self) {
                    return parent.ancestor(FunctionDeclSyntax.self).map { [$0.name.text] } ?? []
                }
                current = parent
            }
            return []
        }
    }
#endif
