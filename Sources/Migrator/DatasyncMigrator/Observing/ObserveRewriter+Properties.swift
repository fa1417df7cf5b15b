#if Migrator
    import SwiftSyntax

    /// Rewriting of properties, which become methods of the legacy dialect or steps of the support modules.
    extension ObserveRewriter {
        func rewrite(_ member: MemberAccessExprSyntax) {
            guard let base = member.owner, typeName(base) == nil else { return }
            let kind = kind(of: base).unwrapped
            if kind == .array(.snapshot), member.declName.baseName.text == "allObjects" {
                recordRewrite(member.declName.baseName)
                return replace(end(base)..<end(member), with: "")
            }
            if kind == .reference || kind == .query, rewrite(unapplied: member, on: base, kind) { return }
            rewrite(property: member.declName.baseName, of: kind, in: ExprSyntax(member))
        }

        /// Rewrites a method that is not applied, such as `handles.forEach(ref.removeObserver(withHandle:))`.
        ///
        /// - Returns: `false` if the member is no method without counterpart.
        private func rewrite(unapplied member: MemberAccessExprSyntax, on base: ExprSyntax, _ kind: ValueKind) -> Bool {
            let token = member.declName.baseName
            switch token.text {
            case "removeObserver":
                recordRewrite(token)
                replace(member, with: "{ [node = \(text(base))] handle in node.unsubscribeAll(only: handle) }")
            case "removeAllObservers":
                recordRewrite(token)
                replace(member, with: "{ [node = \(text(base))] in node.unsubscribeAllWindows() }")
            case "childByAutoId", "observe", "observeSingleEvent", "getData", "keepSynced", "runTransactionBlock",
                _ where Self.writes[token.text] != nil || token.text.hasPrefix("query"):
                annotate(token, "a method that is not applied; write a closure that calls it")
            default: return false
            }
            return true
        }

        /// Rewrites a property of `self` in an extension.
        func rewrite(_ reference: DeclReferenceExprSyntax) {
            if reference.parent?.is(KeyPathPropertyComponentSyntax.self) == true {
                return rewrite(component: reference)
            }
            guard reference.parent?.is(MemberAccessExprSyntax.self) != true || isBase(reference),
                reference.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != reference.id,
                let own = implicitSelf, !isDeclared(reference.baseName.text)
            else { return }
            rewrite(property: reference.baseName, of: own, in: ExprSyntax(reference))
        }

        /// Rewrites the first property of a key path on snapshots.
        private func rewrite(component reference: DeclReferenceExprSyntax) {
            guard let path = reference.ancestor(KeyPathExprSyntax.self),
                path.components.first?.component.id == reference.parent?.id
            else { return }
            let call = path.parent?.as(LabeledExprSyntax.self)?.ancestor(FunctionCallExprSyntax.self)
            let kind = path.root.map(declarations.kind(of:)) ?? call?.base.map { self.kind(of: $0).element }
            guard kind == .snapshot else { return }
            switch reference.baseName.text {
            case "key": rename(reference.baseName, recorded: "keyOrEmpty")
            case "value": rename(reference.baseName, recorded: "jsonOrNull")
            default: break
            }
        }

        private func rewrite(property token: TokenSyntax, of kind: ValueKind, in expression: ExprSyntax) {
            let name = token.text.trimmingBackticks
            if let type = declarations.dialect.typeName(of: kind), declarations.property(name, of: type) != nil {
                let base = expression.as(MemberAccessExprSyntax.self)?.base
                return nameQuery(before: token, name, base, kind)
            }
            switch (kind, name) {
            case (.snapshot, "value"): rename(token, recorded: isCast(expression) ? "val()" : "jsonOrNull")
            case (.snapshot, "key"): rename(token, recorded: "keyOrEmpty")
            case (.snapshot, "childrenCount"): count(expression, token)
            case (.snapshot, "children"): recordRewrite(token)
            case (.reference, "key"): rename(token, recorded: "name()")
            case (.reference, "database"): rename(token, recorded: "root()")
            case (.reference, "parent"), (.reference, "root"), (.reference, "ref"), (.query, "ref"), (.snapshot, "ref"):
                rename(token, recorded: "\(name)()")
            case (.snapshot, "priority"): rename(token, recorded: "priorityOrNull")
            case (.snapshot, "valueInExportFormat"): rename(token, recorded: "exportedJSONOrNull")
            case (.database, "isPersistenceEnabled"), (.database, "persistenceCacheSizeBytes"):
                annotate(token, "set the cacheMode of the configuration, see the page Offline")
            case (.database, _), (.reference, "url"): annotate(token, "there is no such property; see \(Self.guide)")
            default: break
            }
        }

        private func rename(_ token: TokenSyntax, recorded text: String) {
            recordRewrite(token)
            rename(token, to: text)
        }

        /// Returns whether a value is cast to a type other than the type of null.
        ///
        /// A null value is `NSNull` in the observe dialect and `nil` in the others; after such a cast both are `nil`.
        private func isCast(_ member: ExprSyntax) -> Bool {
            guard let sequence = member.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
            let elements = Array(sequence.elements)
            guard let index = elements.firstIndex(where: { $0.id == member.id }),
                elements.indices.contains(index + 2),
                elements[index + 1].as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark != nil
            else { return false }
            let type = elements[index + 2].trimmedDescription
            return !["NSNull", "Any", "AnyObject", "NSObject", "AnyHashable"].contains(type) && !type.hasSuffix("?")
        }

        // MARK: Counts

        /// Rewrites a count; its type is `UInt` in the observe dialect.
        private func count(_ member: ExprSyntax, _ token: TokenSyntax) {
            let isPlain = isInterpolated(member) || isConverted(member) || isCompared(member)
            let isOptional = !isPlain && member.hasChain
            if isOptional, isBase(member) { return annotate(token, "the count is an Int here; write a conversion") }
            rename(token, recorded: "numChildren()")
            guard !isPlain else { return }
            prepend(isOptional ? "(" : "UInt(", at: start(member))
            insert(isOptional ? ").map(UInt.init)" : ")", at: end(member))
        }

        /// Returns whether a chain goes on after an expression.
        private func isBase(_ expression: some ExprSyntaxProtocol) -> Bool {
            if let member = expression.parent?.as(MemberAccessExprSyntax.self) {
                return member.base?.id == ExprSyntax(expression).id
            }
            return expression.parent?.is(OptionalChainingExprSyntax.self) == true
        }

        private func isInterpolated(_ member: ExprSyntax) -> Bool {
            member.parent?.parent?.parent?.is(ExpressionSegmentSyntax.self) == true
        }

        private func isConverted(_ member: ExprSyntax) -> Bool {
            var value = member
            // A literal after `??` has the type of the count.
            if let sequence = member.parent?.parent?.as(SequenceExprSyntax.self) {
                let elements = Array(sequence.elements)
                guard elements.count == 3, elements[0].id == member.id, elements[1].trimmedDescription == "??",
                    elements[2].isNumber
                else { return false }
                value = ExprSyntax(sequence)
            }
            guard let call = value.parent?.as(LabeledExprSyntax.self)?.ancestor(FunctionCallExprSyntax.self) else {
                return false
            }
            return ["Int", "Double", "Float", "print"].contains(call.calledExpression.trimmedDescription)
        }

        /// Returns whether the count is only compared with a literal.
        private func isCompared(_ member: ExprSyntax) -> Bool {
            guard let sequence = member.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
            let elements = Array(sequence.elements)
            guard let index = elements.firstIndex(where: { $0.id == member.id }) else { return false }
            let comparisons: Set = ["==", "!=", "<", ">", "<=", ">="]
            return elements.indices.contains(index + 2) && elements[index + 2].isNumber
                && comparisons.contains(elements[index + 1].trimmedDescription)
        }

        // MARK: Children

        /// Removes casts of snapshots, since children already have that type in the new dialects.
        func removeCasts(in sequence: SequenceExprSyntax) {
            let elements = Array(sequence.elements)
            for index in elements.indices.dropLast(2) {
                guard let cast = elements[index + 1].as(UnresolvedAsExprSyntax.self),
                    let mark = cast.questionOrExclamationMark,
                    let type = elements[index + 2].as(TypeExprSyntax.self)?.type,
                    [.snapshot, .array(.snapshot)].contains(declarations.kind(of: type)),
                    declarations.kind(of: type) == kind(of: elements[index]).unwrapped
                else { continue }
                let isOptional = kind(of: elements[index]).isOptional || elements[index].hasChain
                if mark.text == "!", isOptional { continue }
                let isDefaulted =
                    !isOptional && elements.count == index + 5
                    && elements[index + 3].trimmedDescription == "??"
                    && elements[index + 4].trimmedDescription == "[]"
                if mark.text == "!" {
                    replace(end(elements[index])..<end(elements[index + 2]), with: "")
                } else if isDefaulted {
                    replace(end(elements[index])..<end(elements[index + 4]), with: "")
                } else {
                    // The cast always succeeds; its result stays optional.
                    replace(start(mark)..<end(mark), with: "")
                    insert("?", at: end(type))
                }
            }
        }

        /// Removes the cast of `for case let child as DataSnapshot in`.
        func removeCast(in node: ForStmtSyntax) {
            guard let keyword = node.caseKeyword,
                let binding = node.pattern.as(ValueBindingPatternSyntax.self),
                let sequence = binding.pattern.as(ExpressionPatternSyntax.self)?.expression.as(SequenceExprSyntax.self)
            else { return }
            let elements = Array(sequence.elements)
            guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self),
                let type = elements[2].as(TypeExprSyntax.self)?.type, declarations.kind(of: type) == .snapshot
            else { return }
            replace(start(keyword)..<start(elements[0]), with: "")
            replace(end(elements[0])..<end(elements[2]), with: "")
        }
    }
#endif
