#if Server
    import ArgumentParser

    extension TestServer {
        /// Runs a command with requests to the server.
        func run<Command: AsyncParsableCommand>(_ type: Command.Type, _ arguments: String...) async throws {
            var command = try type.parse(arguments + ["--url", url])
            try await command.run()
        }
    }
#endif
