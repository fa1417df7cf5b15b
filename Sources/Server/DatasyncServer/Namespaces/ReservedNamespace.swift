#if Server
    package import DatasyncLog
    package import DatasyncTree

    /// The server's own namespace, which stores the list of the namespaces that the owner created.
    ///
    /// Each name is a node of its own: `names/G/KEY`, where the key is a hash of the name, and the group G its first
    /// character. So servers that create namespaces at the same time lose none.
    package enum ReservedNamespace {
        package static let name = ".namespaces"
        static let root = Key(unchecked: "names")

        /// Returns whether a name is the server's own namespace, which no client can reach.
        package static func isNamed(_ name: String) -> Bool { name.hasSameBytes(as: Self.name) }

        /// Returns the names in the data of the namespace, in no order; also those that earlier versions stored.
        package static func list(in data: Node) -> [String] { earlierList(in: data) ?? names(in: data[root]) }

        /// Returns the names in a part of the list, in no order.
        static func names(in node: Node) -> [String] {
            node.text.map { [$0] } ?? node.children.flatMap { names(in: $0.value) }
        }

        /// Returns the names from the single list that earlier versions stored; `nil` without such a list.
        package static func earlierList(in data: Node) -> [String]? {
            data.json(readsArrays: true).array?.compactMap(\.string)
        }

        /// Returns the place of a name in the list.
        package static func path(of name: LogNamespace) -> Path {
            let hash = Node.string(name.name).hash.map { $0 == "/" ? "_" : $0 }
            return Path([root, Key(unchecked: String(hash.prefix(1))), Key(unchecked: String(hash))])
        }

        /// Returns whether the list in the data of the namespace has a name.
        package static func contains(_ name: LogNamespace, in data: Node) -> Bool {
            names(in: data[path(of: name)]).contains { $0.hasSameBytes(as: name.name) }
        }

        /// Returns the data of the namespace with names; those that are not valid are left out.
        package static func data(of names: [String]) -> Node {
            var data = Node.null
            for name in names {
                if let name = try? LogNamespace(name) { data.set(.string(name.name), at: path(of: name)) }
            }
            return data
        }

        /// Returns why a namespace cannot have a name, and the remedy; `nil` if it can.
        package static func problem(in name: String) -> String? { NamespaceTable.problem(in: name) }
    }

    extension Node {
        fileprivate var text: String? { if case .leaf(.string(let text)) = content { text } else { nil } }
    }
#endif
