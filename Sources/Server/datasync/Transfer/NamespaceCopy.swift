#if Server
    import Crypto
    import DatasyncBackend
    import DatasyncTree

    /// A consistent copy of a namespace: its data with all priorities, its rules, and its limits.
    struct NamespaceCopy {
        private static var limitNames: [(name: String, limit: WritableKeyPath<Limits, Int>)] {
            [
                ("children", \.children), ("keyBytes", \.keyBytes), ("string", \.string), ("write", \.write),
                ("listen", \.listen),
            ]
        }
        private static let sources: [(name: String, source: RulesDocument.Source)] = [
            ("program", .program), ("file", .file), ("deployment", .deployment),
        ]

        let namespace: String
        /// The text of the rules with its comments; `null` for none.
        let rules: String
        /// The way in which the rules reached the log; a server does not say it.
        var rulesSource = RulesDocument.Source.deployment
        /// The limits; `nil` if unknown, as a server does not say them.
        var limits: Limits?
        let data: Node
        /// The SHA-256 digest of the data's text, as the copy has it.
        let digest: String

        init(namespace: String, rules: String, data: Node) {
            self.namespace = namespace
            self.rules = rules
            self.data = data
            digest = Self.digest(of: data)
        }

        /// Copies the state of a namespace.
        init(_ namespace: String, _ state: DatabaseState) {
            self.init(namespace: namespace, rules: state.rules.text, data: state.data)
            (limits, rulesSource) = (state.limits, state.rules.source)
        }

        /// Returns the SHA-256 digest of the data's text with all priorities.
        static func digest(of data: Node) -> String {
            var bytes: [UInt8] = []
            data.writeExport(to: &bytes)
            return String(hexadecimal: SHA256.hash(data: bytes))
        }

        /// The state of a namespace with nothing but the copy.
        ///
        /// - Throws: ``CommandError`` if the rules are not valid.
        var state: DatabaseState {
            get throws(CommandError) {
                do throws(DatasyncError) {
                    let document =
                        rules == RulesDocument.open.text
                        ? .open : try RulesDocument(source: rules.utf8, from: rulesSource)
                    return DatabaseState(data: data, rules: document, limits: limits ?? Limits())
                } catch {
                    throw CommandError("The rules of \(namespace) in the backup are not valid. \(error.message)")
                }
            }
        }

        // MARK: JSON

        /// The copy as JSON, with the hashes of the data.
        var json: JSON {
            var members = [JSON.Member("namespace", .string(namespace))]
            if let limits {
                members.append(
                    JSON.Member(
                        "limits",
                        .object(
                            Self.limitNames.map { JSON.Member($0.name, .number(Double(limits[keyPath: $0.limit]))) })))
            }
            if let source = Self.sources.first(where: { $0.source == rulesSource }) {
                members.append(JSON.Member("rulesSource", .string(source.name)))
            }
            // Only text can have comments.
            members.append(JSON.Member("rules", (try? JSONParser.parse(rules)) ?? .string(rules)))
            members.append(JSON.Member("hash", .string(data.hash)))
            members.append(JSON.Member("sha256", .string(digest)))
            members.append(JSON.Member("data", data.exportJSON))
            return .object(members)
        }

        /// Reads a copy, and checks its hashes.
        ///
        /// - Parameters:
        ///   - json: The copy.
        ///   - file: The name of the file, for messages.
        /// - Throws: ``CommandError`` if the JSON is not a copy, or was changed.
        init(_ json: JSON, file: String) throws(CommandError) {
            guard let data = json["data"], let rules = json["rules"] else { throw BackupDocument.isNone(file) }
            let node: Node
            do throws(DatasyncError) {
                node = try Node(data)
            } catch {
                throw CommandError("The data of the backup \(file) are not valid. \(error.message)")
            }
            self.init(namespace: json["namespace"]?.string ?? "default", rules: rules.string ?? rules.text, data: node)
            for (name, found) in [("hash", node.hash), ("sha256", digest)] {
                guard let expected = json[name]?.string, expected != found else { continue }
                throw CommandError(
                    "The data of \(namespace) in the backup \(file) are not as they were written: their hash differs. Use "
                        + "another copy, or remove the member \(name) to accept the change.")
            }
            if let source = json["rulesSource"]?.string {
                rulesSource = Self.sources.first { $0.name == source }?.source ?? .deployment
            }
            guard let members = json["limits"] else { return }
            var limits = Limits()
            for (name, limit) in Self.limitNames {
                guard let value = members[name]?.integer, value > 0 else {
                    throw CommandError(
                        "The limit \(name) of \(namespace) in the backup \(file) is not a positive number.")
                }
                limits[keyPath: limit] = value
            }
            self.limits = limits
        }
    }
#endif
