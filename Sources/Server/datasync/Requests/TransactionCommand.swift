#if Server
    import ArgumentParser
    import DatasyncTree
    import Foundation

    /// Changes a value with a command, unless another client changes it meanwhile.
    struct TransactionCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "transaction",
            abstract: "Change a value by a shell command, and write it only if it is unchanged meanwhile.",
            discussion: """
                The command receives the present value as JSON on its standard input, and
                prints the new value. If another client has changed the value meanwhile,
                nothing is written, and the command runs again with the new value, at most 25
                times. A command that ends with another exit code than 0 cancels.

                  datasync transaction /stats/visits --command 'jq ". + 1"'
                  datasync transaction /contacts/ada --command 'jq ".age = 36"'
                """)

        /// The maximum number of attempts.
        private static let attempts = 25

        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts/ada.")
        var path: String

        @Option(help: "The shell command that changes the value.")
        var command: String

        @Flag(help: "Pass priorities too; without them, the written value has none.")
        var export = false

        func run() async throws {
            let client = ServerClient(server)
            let node = ServerClient.Resource.node(try ServerClient.path(path))
            for _ in 0..<Self.attempts {
                let present = try await client.respond(
                    "GET", to: node, export ? [("format", "export")] : [], headers: ["X-Firebase-ETag": "true"])
                let value = try present.content()
                guard let etag = present.etag else {
                    throw CommandError("The server sent no ETag, so it cannot compare values; use a newer server.")
                }
                let changed = try await ShellCommand.run(command, input: value)
                try Self.check(changed)
                let response = try await client.respond("PUT", to: node, body: changed, headers: ["if-match": etag])
                if response.status == 412 { continue }
                print(try response.content().trimmingCharacters(in: .newlines))
                return
            }
            throw CommandError(
                "Other clients changed \(path) during each of \(Self.attempts) attempts, so nothing was written. Repeat "
                    + "the command, or use an increment: datasync set \(path) '{\".sv\": {\"increment\": 1}}'.")
        }

        /// Checks the output of the command.
        private static func check(_ text: String) throws(CommandError) {
            do throws(DatasyncError) {
                _ = try JSONParser.parse(text)
            } catch {
                throw CommandError(
                    "The command printed \(text.quoted(atMost: 60)), which is not one JSON value, so nothing was written. "
                        + "\(error.message) Print null to remove the node.")
            }
        }
    }
#endif
