#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncTree
    import Foundation

    /// Explains a decision of the rules, level by level.
    struct RulesExplainCommand: AsyncParsableCommand {
        enum Operation: String, CaseIterable, ExpressibleByArgument {
            case read
            case write
        }

        static let configuration = CommandConfiguration(
            commandName: "explain",
            abstract: "Explain why rules allow or deny an operation.",
            discussion: """
                Prints each level with its expression and its value, and marks the deciding
                level. Nothing is read or written on a server.

                  datasync rules explain rules.json read /users/ada --auth '{"uid": "ada"}'
                  datasync rules explain rules.json write /users/ada/age --value 36 \\
                    --data data.json --auth '{"uid": "ada", "token": {"admin": true}}'
                """)

        @Argument(help: "The file with the rules, or - to read them from standard input.")
        var file: String

        @Argument(help: "The operation: read or write.")
        var operation: Operation

        @Argument(help: "The path of the node, such as /users/ada.")
        var path: String

        @Option(help: "The user as JSON: uid, provider and token. (default: none is signed in)")
        var auth: String?

        @Option(name: .customLong("data"), help: "A file with all data before the operation. (default: null)")
        var dataFile: String?

        @Option(help: "The written value as JSON; null removes the node.")
        var value: String?

        func validate() throws {
            if operation == .write, value == nil {
                throw ValidationError("A write needs --value, such as --value null for a removal.")
            }
            if operation == .read, value != nil { throw ValidationError("--value is for write.") }
        }

        func run() async throws {
            let explanation = try explain()
            Terminal.print(explanation.json, orText: explanation.description)
        }

        /// Returns the explanation of the decision.
        ///
        /// - Throws: ``CommandError`` with the faulty argument.
        func explain() throws(CommandError) -> RuleExplanation {
            let rules = try RulesFile(file).rules
            let node = try ServerClient.path(path)
            let before = try dataFile.map(Self.data) ?? .null
            let user = try auth.map(Self.user) ?? nil
            let now = (Date().timeIntervalSince1970 * 1000).rounded(.down)
            guard let value else {
                return rules.explain(
                    .read, at: [node], in: RuleContext(auth: user, now: now, data: before, query: RuleQuery()))
            }
            let after = before.setting(try written(value, at: node, before: before, now: now), at: node)
            return rules.explain(
                .write, at: [node.nodePath], in: RuleContext(auth: user, now: now, before: before, after: after))
        }

        private func written(_ text: String, at node: Path, before: Node, now: Double) throws(CommandError) -> Node {
            let json = try JSONArgument.json(text)
            do throws(DatasyncError) {
                let value = try WriteValue(json, at: node, readsPriorities: true)
                return try value.resolved(now: now, present: before[node], at: node)
            } catch {
                throw CommandError(error.message)
            }
        }

        private static func data(_ file: String) throws(CommandError) -> Node {
            let json = try File.json(file)
            do throws(DatasyncError) {
                return try Node(json)
            } catch {
                throw CommandError("\(file): \(error.message)")
            }
        }

        /// Reads the user in the form of the rule variable `auth`.
        private static func user(_ text: String) throws(CommandError) -> RuleAuth? {
            let json = try JSONArgument.json(text)
            if json.isNull { return nil }
            guard let uid = json["uid"]?.string else {
                throw CommandError(
                    "The user \(text.quoted(atMost: 60)) has no uid; use '{\"uid\": \"ada\"}', or null for no user.")
            }
            return RuleAuth(uid: uid, provider: json["provider"]?.string, token: json["token"] ?? .null)
        }
    }

    extension RuleExplanation {
        /// The explanation for programs.
        var json: JSON { ["allowed": .boolean(decision.isAllowed), "levels": .array(levels.map(\.json))] }
    }

    extension RuleExplanation.Level {
        fileprivate var json: JSON {
            let result: (String, JSON) =
                switch outcome {
                case .absent: ("absent", .null)
                case .value(let flag): ("evaluated", .boolean(flag))
                case .failure(let text): ("failed", .string(text))
                case .notEvaluated: ("notEvaluated", .null)
                }
            return [
                "path": .string(path.description), "rule": .string(place),
                "expression": expression.map(JSON.string) ?? .null, "outcome": .string(result.0), "value": result.1,
                "decides": .boolean(isDeciding),
            ]
        }
    }
#endif
