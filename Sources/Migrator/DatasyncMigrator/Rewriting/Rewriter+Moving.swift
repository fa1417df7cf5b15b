#if Migrator
    import SwiftSyntax

    /// Declarations in extensions that the types of the async dialect cannot have at their original position.
    extension Rewriter {
        // MARK: Static members and nested types of snapshots

        /// Returns whether an extension's member moves: a protocol has no static members and no nested types.
        func movesOut(_ declaration: DeclSyntax, of type: String) -> Bool {
            guard target == .async, type == "DataSnapshot" else { return false }
            if let function = declaration.as(FunctionDeclSyntax.self) { return function.modifiers.hasStatic }
            if let variable = declaration.as(VariableDeclSyntax.self) { return variable.modifiers.hasStatic }
            return declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self)
                || declaration.is(ClassDeclSyntax.self) || declaration.is(TypeAliasDeclSyntax.self)
        }

        /// Moves such members into an extension of the type for read values, and operators to the top level of the file.
        func moveMembers(of node: ExtensionDeclSyntax) {
            let type = declarations.name(ofExtended: node.extendedType)
            guard !declarations.types.contains(type), mode == .whole else { return }
            let moved = node.memberBlock.members.filter { movesOut($0.decl, of: type) }
            guard !moved.isEmpty else { return }
            var members = ""
            var operators = ""
            for member in moved {
                let range = member.position.utf8Offset..<end(member)
                let text = Edit.apply(edits.inside(range), to: source, in: range) ?? member.description
                edits.remove(inside: range)
                replace(range, with: "")
                if let function = member.decl.as(FunctionDeclSyntax.self), function.name.isOperator {
                    operators += newline + text.replacing("static func", with: "func", maxReplacements: 1)
                } else {
                    members += text
                }
            }
            var after = members.isEmpty ? "" : "\(newline)\(newline)extension DatasyncValue {\(members)\(newline)}"
            after += operators
            insert(after, at: end(node))
        }

        /// Returns whether a name is a nested type or a static member of snapshots that now belongs to read values.
        func isMoved(_ name: String) -> Bool {
            target == .async && !declarations.types.contains("DataSnapshot")
                && (declarations.nested["DataSnapshot"]?.contains(name) == true
                    || declarations.statics["DataSnapshot"]?.contains(name) == true)
        }

        // MARK: Initialisers of references

        /// Turns an initialiser that assigns `self` into a function `make`, as the new type is a class.
        func makeFunction(of node: InitializerDeclSyntax) {
            guard target == .async, isInReference, node.givesSelf, let body = node.body else { return }
            recordRewrite(node.initKeyword)
            let from = start(node.initKeyword)
            let to = node.optionalMark.map { end($0) } ?? end(node.initKeyword)
            replace(from..<to, with: "static func make")
            let result = "-> \(words.reference)\(node.optionalMark == nil ? "" : "?") "
            insert(result, at: start(body))
            returnAssigned(in: body)
        }

        /// Whether the current declaration extends the type of references.
        var isInReference: Bool { enclosing.last == "Webcom" && !declarations.types.contains("Webcom") }

        private func returnAssigned(in body: CodeBlockSyntax) {
            for assignment in body.assignmentsToSelf {
                let elements = Array(assignment.elements)
                replace(start(elements[0])..<start(elements[2]), with: "return ")
            }
        }

        // MARK: Mutating functions of references

        /// Turns a function that assigns `self` at its end into a function that returns the new value.
        func returnSelf(of node: FunctionDeclSyntax) {
            guard target == .async, isInReference, declarations.replacesSelf(node.name.text, "Webcom"),
                let word = node.modifiers.first(where: { $0.name.text == "mutating" }), let body = node.body,
                let next = word.nextToken(viewMode: .sourceAccurate)
            else { return }
            recordRewrite(node.name)
            replace(start(word)..<start(next), with: "")
            insert(" -> \(words.reference)", at: end(node.signature))
            returnAssigned(in: body)
        }

        /// Assigns the result of such a function to the variable that the function changed before.
        ///
        /// - Returns: `false` if the call is to another function.
        func assignResult(of call: FunctionCallExprSyntax, _ name: TokenSyntax, _ kind: ValueKind) -> Bool {
            guard target == .async, mode != .resumed, declarations.replacesSelf(name.text, "Webcom"),
                kind == .reference || kind.isOpen
            else { return false }
            guard kind == .reference, let base = call.base, base.isVariable,
                call.parent?.is(CodeBlockItemSyntax.self) == true
            else {
                giveUp(at: name, "the function returns another node now; assign it where the call is a statement")
                return true
            }
            recordRewrite(name)
            insert("\(text(base)) = ", at: start(call))
            return true
        }

        // MARK: The operator /

        /// The operator that replaces a declared `/` on references; the new type already has a `/`.
        var slash: String { "~/" }

        private var declaresSlash: Bool {
            target == .async && declarations.functions(named: "/").contains { $0.parameters.first == .reference }
        }

        /// Renames the declaration of `/` on references, and declares the new operator after it.
        func renameSlash(_ node: FunctionDeclSyntax) {
            guard node.name.text == "/", declaresSlash,
                declarations.signature(of: node.signature).parameters.first == .reference
            else { return }
            recordRewrite(node.name)
            rename(node.name, to: slash)
            var item = Syntax(node)
            while let parent = item.parent, !parent.is(SourceFileSyntax.self) {
                if item.is(CodeBlockItemSyntax.self), parent.parent?.is(SourceFileSyntax.self) == true { break }
                item = parent
            }
            insert("\(newline)\(newline)infix operator \(slash): MultiplicationPrecedence", at: end(item))
        }

        /// Renames `/` after references.
        func renameSlashes(in node: SequenceExprSyntax) {
            guard declaresSlash else { return }
            let elements = Array(node.elements)
            var isReference = false
            for index in stride(from: 1, to: elements.count, by: 2) {
                let isSlash = elements[index].trimmedDescription == "/"
                guard isSlash, isReference || kind(of: elements[index - 1]).unwrapped == .reference else {
                    isReference = false
                    continue
                }
                isReference = true
                replace(elements[index], with: slash)
            }
        }
    }

    extension DeclModifierListSyntax {
        /// Whether the modifiers contain `static`.
        var hasStatic: Bool { contains { $0.name.text == "static" } }
    }

    extension TokenSyntax {
        fileprivate var isOperator: Bool {
            if case .binaryOperator = tokenKind { true } else { false }
        }
    }

    extension CodeBlockSyntax {
        /// The assignments to `self`.
        fileprivate var assignmentsToSelf: [SequenceExprSyntax] {
            tokens(viewMode: .sourceAccurate).compactMap { token in
                guard token.tokenKind == .keyword(.self), let name = token.parent?.as(DeclReferenceExprSyntax.self),
                    let sequence = name.parent?.parent?.as(SequenceExprSyntax.self),
                    sequence.elements.first?.id == ExprSyntax(name).id
                else { return nil }
                let elements = Array(sequence.elements)
                return elements.count >= 3 && elements[1].is(AssignmentExprSyntax.self) ? sequence : nil
            }
        }
    }

    extension FunctionDeclSyntax {
        /// Whether the function is declared `mutating`.
        var isMutating: Bool { modifiers.contains { $0.name.text == "mutating" } }

        /// Whether the function only assigns another value to `self`, at its end.
        var replacesSelf: Bool {
            guard isMutating, signature.returnClause == nil, signature.effectSpecifiers == nil, let body,
                body.assignmentsToSelf.count == 1, let last = body.statements.last?.item.as(SequenceExprSyntax.self)
            else { return false }
            let returns = body.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.return) }
            return last.id == body.assignmentsToSelf[0].id && !returns
        }
    }

    extension ExprSyntax {
        /// Whether the expression names a variable, or a property of `self`.
        fileprivate var isVariable: Bool {
            if let member = self.as(MemberAccessExprSyntax.self) {
                return member.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
            }
            return self.as(DeclReferenceExprSyntax.self).map { $0.baseName.tokenKind != .keyword(.self) } ?? false
        }
    }

    extension InitializerDeclSyntax {
        /// Whether the initialiser assigns `self` and does not call another initialiser.
        var givesSelf: Bool {
            guard let body, !body.assignmentsToSelf.isEmpty else { return false }
            return !body.trimmedDescription.contains("self.init")
        }
    }
#endif
