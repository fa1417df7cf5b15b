#if Server
    import ArgumentParser
    import DatasyncTree

    /// Adds a child with a new key.
    struct PushCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "push",
            abstract: "Add a child with a new key, and print the key.",
            discussion: """
                The keys are in the order of their creation.

                  datasync push /contacts '{"name": "Grace"}'
                """)

        @OptionGroup var arguments: WriteArguments

        func run() async throws {
            let response = try await arguments.send("POST", [])
            print((try? JSONParser.parse(response))?["name"]?.string ?? response)
        }
    }
#endif
