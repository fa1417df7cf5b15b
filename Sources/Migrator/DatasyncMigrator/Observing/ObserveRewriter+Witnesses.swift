#if Migrator
    import SwiftSyntax

    /// Members that fulfil the requirements of a user's protocol, which the types of the observe dialect fulfilled.
    ///
    /// The protocol, its other conforming types and the calls on it keep their names.
    extension ObserveRewriter {
        /// Adds the members that an extension's protocols require to the extension.
        func addWitnesses(to node: ExtensionDeclSyntax) {
            let type = declarations.name(ofExtended: node.extendedType)
            guard let clause = node.inheritanceClause, !declarations.types.contains(type),
                ["DatabaseReference", "DatabaseQuery", "DataSnapshot"].contains(type)
            else { return }
            let protocols = clause.inheritedTypes.map(\.type.lastName).filter(declarations.protocols.contains)
            var members: [String] = []
            for name in protocols.flatMap(requirements).sorted() where witnessed.insert("\(type).\(name)").inserted {
                guard let known = Self.witnesses[name] else { continue }
                if let own = type == "DataSnapshot" ? known.snapshot : known.reference {
                    members.append(own)
                } else if let token = clause.inheritedTypes.first?.type.firstToken(viewMode: .sourceAccurate) {
                    annotate(token, "it requires \(name), whose type is another one now; take it out of the protocol")
                }
            }
            guard !members.isEmpty else { return }
            needsFoundation = true
            let text = members.map { $0.replacing("Listener", with: newName(of: "DatabaseHandle") ?? "Listener") }
            let lines = text.map { newline + "    " + $0 }.joined()
            insert(lines + newline, at: end(node.memberBlock.leftBrace))
        }

        /// Returns the names and labels of what a protocol requires and its other extensions do not provide.
        private func requirements(of type: String) -> [String] {
            let own = declarations.requirements(of: type)
            return own.flatMap { name -> [String] in
                let functions = declarations.functions(name, of: type)
                guard !functions.isEmpty else { return [name] }
                return functions.map { "\(name)(\($0.labels.map { "\($0 ?? "_"):" }.joined()))" }
            }
        }

        /// The members of snapshots and of references, in the legacy dialect; `nil` for one whose type changes.
        private static let witnesses: [String: (snapshot: String?, reference: String?)] = [
            "value": ("var value: Any? { self.jsonOrNull }", nil),
            "key": ("var key: String { self.keyOrEmpty }", "var key: String? { self.name() }"),
            "priority": ("var priority: Any? { self.priorityOrNull }", nil),
            "childrenCount": ("var childrenCount: UInt { UInt(self.numChildren()) }", nil),
            "exists()": ("func exists() -> Bool { !(self.jsonOrNull is NSNull) }", nil),
            "hasChildren()": ("func hasChildren() -> Bool { self.numChildren() > 0 }", nil),
            "children": (nil, nil), "childSnapshot(forPath:)": (nil, nil), "child(_:)": (nil, nil),
            "setValue(_:)": (nil, "func setValue(_ value: Any?) { self.set(value) }"),
            "setValue(_:withCompletionBlock:)": (
                nil,
                "func setValue(_ value: Any?, withCompletionBlock block: @escaping (Error?, Webcom) -> Void) "
                    + "{ self.set(value) { [block = assumingSendable(block)] error in block(error, self) } }"
            ),
            "updateChildValues(_:)": (
                nil, "func updateChildValues(_ values: [AnyHashable: Any]) { self.update(values) }"
            ),
            "removeValue()": (nil, "func removeValue() { self.remove() }"),
            "removeAllObservers()": (nil, "func removeAllObservers() { self.unsubscribeAllWindows() }"),
            "removeObserver(withHandle:)": (
                nil, "func removeObserver(withHandle handle: Listener) { self.unsubscribeAll(only: handle) }"
            ),
            "observe(_:with:)": (
                nil,
                "@discardableResult func observe(_ kind: EventKind, with block: @escaping (DataSnapshot) -> Void) -> "
                    + "Listener { self.on(kind) { [block = assumingSendable(block)] snapshot, _ in block(snapshot) } }"
            ),
            "observeSingleEvent(of:with:)": (
                nil,
                "func observeSingleEvent(of kind: EventKind, with block: @escaping (DataSnapshot) -> Void) "
                    + "{ self.once(kind) { [block = assumingSendable(block)] snapshot, _ in block(snapshot) } }"
            ),
        ]
    }
#endif
