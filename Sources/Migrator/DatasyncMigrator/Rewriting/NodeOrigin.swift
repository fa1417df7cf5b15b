#if Migrator
    import SwiftSyntax

    /// A node or a value, in a form that is equal for expressions with the same result.
    struct NodeOrigin {
        let text: String
        /// The variables in the expression, and whether each is a node.
        let variables: [String: Bool]

        func appending(_ text: String, _ other: NodeOrigin? = nil) -> NodeOrigin? {
            NodeOrigin(
                text: self.text + text + (other.map { "(\($0.text))" } ?? ""),
                variables: variables.merging(other?.variables ?? [:]) { $0 || $1 })
        }
    }

    /// Nodes and values that are the same wherever an expression appears.
    extension VariableCollector {
        /// Returns an expression's node or query, if it is the same wherever the expression appears.
        func origin(of expression: ExprSyntax) -> NodeOrigin? {
            if let key = variable(expression) {
                guard [.reference, .query].contains(kind(of: expression).unwrapped) else { return nil }
                return nodes[key] ?? NodeOrigin(text: key, variables: [key: true])
            }
            if let forced = expression.as(ForceUnwrapExprSyntax.self) {
                return origin(of: forced.expression)
            }
            guard let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
                let name = call.name?.text, let base = call.base.flatMap(origin(of:)),
                declarations.functions(name, of: "Webcom").isEmpty
            else { return nil }
            guard WindowChain.names.union(["child", "parent", "root", "ref"]).contains(name) else { return nil }
            if name == "ref", call.base.map(kind(of:)) == .reference { return base }
            return call.arguments.reduce(base.appending(".\(name)")) { origin, argument in
                guard let origin, let value = constant(argument.expression) else { return nil }
                return origin.appending(" \(argument.label?.text ?? "")", value)
            }
        }

        /// Returns a value that is the same wherever the expression appears.
        func constant(_ expression: ExprSyntax) -> NodeOrigin? {
            if let constant = texts(of: expression), !constant.isList {
                return NodeOrigin(text: "\"\(constant.texts.joined())\"", variables: [:])
            }
            if expression.isNumber || expression.is(NilLiteralExprSyntax.self)
                || expression.is(BooleanLiteralExprSyntax.self)
            {
                return NodeOrigin(text: expression.trimmedDescription, variables: [:])
            }
            if let key = variable(expression) { return NodeOrigin(text: key, variables: [key: false]) }
            guard let literal = expression.as(StringLiteralExprSyntax.self) else { return nil }
            return literal.segments.reduce(NodeOrigin(text: "", variables: [:])) { origin, segment in
                switch segment {
                case .stringSegment(let part): return origin?.appending(part.content.text)
                case .expressionSegment(let part):
                    guard part.expressions.count == 1, let only = part.expressions.first?.expression else { return nil }
                    return constant(only).flatMap { origin?.appending("\\", $0) }
                }
            }
        }
    }
#endif
