#if Migrator
    import SwiftSyntax

    /// The events that a legacy call names.
    struct EventSelection: Sendable {
        let names: Set<String>

        /// The name of each string event in the new dialects.
        static let cases: [String: String] = [
            "value": "valueChange", "value_ack": "valueAcknowledgement", "child_added": "childAddition",
            "child_changed": "childChange", "child_removed": "childRemoval", "child_ack": "childAcknowledgement",
            "child_moved": "childMove",
        ]

        /// The names of child events in the new dialects, in their order.
        private static let children = [
            ("child_added", "addition"), ("child_changed", "change"), ("child_removed", "removal"),
            ("child_ack", "acknowledgement"), ("child_moved", "move"),
        ]

        var includesAcknowledgements: Bool { !names.isDisjoint(with: ["value_ack", "child_ack"]) }

        /// The callback dialect's descriptor, without acknowledgements; `nil` if there is no such descriptor.
        var descriptor: String? {
            let kinds = names.subtracting(["value_ack", "child_ack"])
            let acknowledgement = kinds == ["value"] ? "value_ack" : "child_ack"
            guard names.subtracting(kinds).isSubset(of: [acknowledgement]) else { return nil }
            if kinds == ["value"] { return "Webcom.Event.ValueChange" }
            guard !kinds.isEmpty, kinds.isSubset(of: Self.children.map(\.0)) else { return nil }
            if kinds == ["child_added", "child_changed", "child_removed"] { return "Webcom.Event.Child" }
            let parts = Self.children.filter { kinds.contains($0.0) }.map {
                "." + $0.1.prefix(1).uppercased() + $0.1.dropFirst()
            }
            return "Webcom.Event.Child" + parts.joined()
        }

        /// The async dialect's event type; `nil` for events of both families.
        var eventType: String? {
            if names.count == 1, let only = names.first { return Self.cases[only].map { "." + $0 } }
            if names == ["value", "value_ack"] { return ".valueEvent" }
            guard names.isSubset(of: Set(Self.children.map(\.0))), !names.isEmpty else { return nil }
            if names == ["child_added", "child_changed", "child_removed", "child_ack"] { return ".childEvent" }
            let flags = Self.children.filter { names.contains($0.0) }.map { "\($0.1): true" }
            return ".child(\(flags.joined(separator: ", ")))"
        }

        /// Returns why constant texts name no events; `nil` if the texts are known only at run time.
        static func mistake(in expression: ExprSyntax, _ inference: Inference) -> String? {
            guard let constant = inference.texts(of: expression) else { return nil }
            guard let wrong = constant.texts.first(where: { cases[$0] == nil }) else {
                return constant.texts.isEmpty ? "no event is named" : nil
            }
            let nearest = cases.keys.sorted().min { $0.distance(to: wrong) < $1.distance(to: wrong) } ?? "value"
            return "no event is called \"\(wrong)\"; the nearest is \"\(nearest)\""
        }

        /// Creates a selection from an argument of literals, constant texts or arrays of these; `nil` for others.
        init?(_ expression: ExprSyntax, _ inference: Inference) {
            guard let constant = inference.texts(of: expression), !constant.texts.isEmpty,
                constant.texts.allSatisfy({ Self.cases[$0] != nil })
            else { return nil }
            names = Set(constant.texts)
        }
    }

    extension String {
        /// Returns the number of characters to insert, remove or replace to get another text.
        fileprivate func distance(to other: String) -> Int {
            let (left, right) = (Array(self), Array(other))
            var row = Array(0...right.count)
            for (index, character) in left.enumerated() {
                var diagonal = row[0]
                row[0] = index + 1
                for column in right.indices {
                    let cost = Swift.min(
                        diagonal + (character == right[column] ? 0 : 1), row[column] + 1, row[column + 1] + 1)
                    diagonal = row[column + 1]
                    row[column + 1] = cost
                }
            }
            return row[right.count]
        }
    }
#endif
