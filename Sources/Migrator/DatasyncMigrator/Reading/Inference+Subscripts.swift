#if Migrator
    import SwiftSyntax

    extension Inference {
        /// Returns the function of an extension that has exactly the labels of a call.
        func overload(_ name: String, of type: String, _ call: FunctionCallExprSyntax) -> Signature? {
            // A declared type with the name of one of the dialect is another type.
            guard !declarations.types.contains(type) else { return nil }
            let labels = call.arguments.map { $0.label?.text }
            let closures = (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count
            return declarations.functions(name, of: type).first {
                $0.labels.count == labels.count + closures && $0.labels.starts(with: labels)
            }
        }

        /// Returns the kind of the value that a subscript gives.
        func kind(of subscripted: SubscriptCallExprSyntax) -> ValueKind {
            // A static subscript.
            if let type = typeName(subscripted.calledExpression) { return subscriptResult(subscripted, of: type) }
            return switch kind(of: subscripted.calledExpression) {
            case .array(let kind) where subscripted.hasLabel && isDeclared("subscript", ofAny: Self.collections):
                // A subscript of an extension, such as `[safe: index]`.
                .optional(kind)
            case .array(let kind): kind
            case .dictionary(let kind, _): subscripted.arguments.count > 1 ? kind : .optional(kind)
            case let base where declarations.dialect.typeName(of: base) != nil:
                subscriptResult(subscripted, of: declarations.dialect.typeName(of: base) ?? "")
            case .nominal(let type, let arguments):
                subscriptResult(subscripted, of: type).substituting(declarations.arguments(of: type, arguments))
            case .texts, .other: .other
            default: .unknown
            }
        }

        /// Returns the kind of the values of a declared subscript, chosen by its labels and the type of a literal.
        private func subscriptResult(_ node: SubscriptCallExprSyntax, of type: String) -> ValueKind {
            let labels = node.arguments.map { $0.label?.text }
            let all = declarations.functions("subscript", of: type)
            let fitting = all.filter { $0.labels == labels }
            let first = node.arguments.first?.expression
            let literal =
                first?.is(StringLiteralExprSyntax.self) == true ? "String" : first?.isNumber == true ? "Int" : nil
            let exact = fitting.first { literal != nil && $0.firstType == literal }
            let similar = all.first { $0.labels.first == labels.first }
            return (exact ?? fitting.first ?? similar ?? all.first)?.result ?? .unknown
        }

        private static let collections = [
            "Array", "Collection", "Sequence", "RandomAccessCollection", "MutableCollection", "BidirectionalCollection",
        ]

        private func isDeclared(_ name: String, ofAny types: [String]) -> Bool {
            types.contains { !declarations.functions(name, of: $0).isEmpty }
        }
    }

    extension SubscriptCallExprSyntax {
        fileprivate var hasLabel: Bool { arguments.contains { $0.label != nil } }
    }
#endif
