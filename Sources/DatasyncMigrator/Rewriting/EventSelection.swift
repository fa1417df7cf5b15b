#if Migrator
    import SwiftSyntax

    /// The events that a legacy call names.
    struct EventSelection: Sendable {
        let names: Set<String>

        /// The name of each string event in the new dialects.
        static let cases: [String: String] = [
            "value": "valueChange", "value_ack": "valueAcknowledgement", "child_added": "childAddition",
            "child_changed": "childChange", "child_removed": "childRemoval", "child_ack": "childAcknowledgement",
        ]

        /// The names of child events in the new dialects, in their order.
        private static let children = [
            ("child_added", "addition"), ("child_changed", "change"), ("child_removed", "removal"),
            ("child_ack", "acknowledgement"),
        ]

        var includesAcknowledgements: Bool { !names.isDisjoint(with: ["value_ack", "child_ack"]) }

        /// The descriptor of the callback dialect, without acknowledgements; `nil` if it has no such descriptor.
        var descriptor: String? {
            let kinds = names.subtracting(["value_ack", "child_ack"])
            let acknowledgement = kinds == ["value"] ? "value_ack" : "child_ack"
            guard names.subtracting(kinds).isSubset(of: [acknowledgement]) else { return nil }
            if kinds == ["value"] { return "Webcom.Event.ValueChange" }
            guard !kinds.isEmpty, kinds.isSubset(of: ["child_added", "child_changed", "child_removed"]) else {
                return nil
            }
            if kinds.count == 3 { return "Webcom.Event.Child" }
            let parts = Self.children.filter { kinds.contains($0.0) }.map {
                "." + $0.1.prefix(1).uppercased() + $0.1.dropFirst()
            }
            return "Webcom.Event.Child" + parts.joined()
        }

        /// The event type of the async dialect; `nil` for events of both families.
        var eventType: String? {
            if names.count == 1, let only = names.first { return Self.cases[only].map { "." + $0 } }
            if names == ["value", "value_ack"] { return ".valueEvent" }
            guard names.isSubset(of: Set(Self.children.map(\.0))), !names.isEmpty else { return nil }
            if names.count == 4 { return ".childEvent" }
            let flags = Self.children.filter { names.contains($0.0) }.map { "\($0.1): true" }
            return ".child(\(flags.joined(separator: ", ")))"
        }

        /// Creates a selection from an argument of literals, constant texts or arrays of these; `nil` for other
        /// arguments.
        init?(_ expression: ExprSyntax, _ inference: Inference) {
            if let array = expression.as(ArrayExprSyntax.self) {
                var names: Set<String> = []
                for element in array.elements {
                    guard let part = EventSelection(element.expression, inference) else { return nil }
                    names.formUnion(part.names)
                }
                self.names = names
                return
            }
            guard case .text(let text) = inference.kind(of: expression), Self.cases[text] != nil else { return nil }
            names = [text]
        }
    }
#endif
