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
            let now = (Date().timeIntervalSince1970 * 1000).rounded(.down)
            let value = try value.map { text throws(CommandError) in try JSONArgument.json(text) }
            let user = try auth.map { text throws(CommandError) in try JSONArgument.json(text) } ?? .null
            do throws(DatasyncError) {
                let question = RuleQuestion(path: node, value: value, user: try RuleQuestion.user(user))
                return try question.answer(by: rules, data: before, now: now)
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
    }
#endif
