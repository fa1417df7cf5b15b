#if Migrator
    import SwiftSyntax

    /// Inference from the uses of a value.
    extension Inference {
        /// Returns whether a call has a legacy shape: an unlabelled value, then at most a queue and a closure.
        func hasLegacyShape(_ call: FunctionCallExprSyntax) -> Bool {
            let labels = call.arguments.map { $0.label?.text }
            let closures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
            switch call.name?.text.trimmingBackticks ?? "" {
            case "val", "exportVal", "name", "ref", "parent", "root", "numChildren", "hasChildren", "acknowledged",
                "eventType", "onDisconnect", "goOffline", "goOnline":
                return labels.isEmpty && closures == 0
            case "push" where labels.isEmpty: return closures == 0
            case "limit", "equalTo", "orderByChild", "startAfter", "endBefore", "limitToFirst", "limitToLast":
                return labels == [nil] && closures == 0
            case "orderByKey", "orderByValue", "orderByPriority": return labels.isEmpty && closures == 0
            case "startAt", "endAt": return (labels.isEmpty || labels == [nil]) && closures == 0
            case "child", "hasChild": return labels == [nil] && closures == 0
            case "remove": return labels.isEmpty && closures <= 1 || labels == ["queue"]
            case "get": return labels.isEmpty && closures == 1
            case "transaction": return labels.count + closures >= 1 && labels.first ?? nil == nil
            case "increment": return labels.isEmpty || labels.first == "by" || labels.first == "from"
            case "on", "once":
                return labels.first == .some(nil) && labels.count + closures >= 2
                    && labels.dropFirst().allSatisfy { [nil, "queue", "revoked"].contains($0) }
            case "off": return closures == 0 && labels.allSatisfy { $0 == nil } && labels.count <= 2
            case "set", "update", "push", "setPaths":
                return labels == [nil] || labels == [nil, "queue"] || labels == [nil, nil]
            default: return false
            }
        }

        /// The names of methods that other modules may also have.
        private static let common: Set = [
            "set", "update", "remove", "push", "increment", "transaction", "get", "parent", "root",
        ]

        /// Returns the kind that a call's receiver must have, since no other known type has such a method.
        func conjecture(_ call: FunctionCallExprSyntax) -> ValueKind? {
            let name = call.name?.text.trimmingBackticks ?? ""
            guard !declarations.isMember(name) else { return nil }
            let known = declarations.dialect.distinct[name]
            guard declarations.dialect.modules.contains("DatasyncLegacy") else { return known }
            guard hasLegacyShape(call) else { return nil }
            if let known { return known }
            guard !declarations.seesForeignModules else { return nil }
            if Self.common.contains(name) { return .reference }
            if WindowChain.names.contains(name) { return .query }
            switch name {
            case "on", "once", "off":
                return call.arguments.first.map { EventSelection($0.expression, self) != nil } == true ? .query : nil
            case "child":
                // The next call decides.
                return call.next.flatMap(conjecture).flatMap { $0 == .query ? .reference : $0 }
            default: return nil
            }
        }

        /// Returns the kind of a local name, from the calls on it and the functions to which it is passed.
        ///
        /// - Returns: `nil` if there are no such calls, or if they disagree.
        func usage(of name: String, in node: Syntax) -> ValueKind? {
            var found: ValueKind?
            for token in node.tokens(viewMode: .sourceAccurate) where token.text == name {
                guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { continue }
                guard let kind = usage(ExprSyntax(reference)) else { continue }
                let general = found == .query && kind == .reference ? kind : found ?? kind
                guard general == kind || kind == .query && general == .reference else { return nil }
                found = general
            }
            return found
        }

        private func usage(_ expression: ExprSyntax) -> ValueKind? {
            var current = expression
            while let chain = current.parent?.as(OptionalChainingExprSyntax.self) { current = ExprSyntax(chain) }
            if let forced = current.parent?.as(ForceUnwrapExprSyntax.self) { current = ExprSyntax(forced) }
            if let member = current.parent?.as(MemberAccessExprSyntax.self), member.base?.id == current.id {
                return member.parent?.as(FunctionCallExprSyntax.self).flatMap(conjecture)
            }
            guard let argument = current.parent?.as(LabeledExprSyntax.self),
                let call = argument.ancestor(FunctionCallExprSyntax.self),
                let index = call.arguments.firstIndex(where: { $0.id == argument.id })
            else { return nil }
            let position = call.arguments.distance(from: call.arguments.startIndex, to: index)
            guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
            let types = name.first?.isUppercase == true ? [name] : enclosing.reversed() + [""]
            for type in types {
                let function = name.first?.isUppercase == true ? "init" : name
                guard let signature = signature(function, of: type, call),
                    signature.parameters.indices.contains(position)
                else { continue }
                let kind = signature.parameters[position].unwrapped
                return [.reference, .snapshot, .query].contains(kind) ? kind : nil
            }
            return nil
        }
    }

    extension FunctionCallExprSyntax {
        /// The call on the result of this one, such as `b()` in `a().b()`.
        fileprivate var next: FunctionCallExprSyntax? {
            var current = Syntax(self)
            while let parent = current.parent,
                parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
            {
                current = parent
            }
            guard let member = current.parent?.as(MemberAccessExprSyntax.self), member.base?.id == current.id else {
                return nil
            }
            return member.parent?.as(FunctionCallExprSyntax.self)
        }
    }
#endif
