#if Server
    import ArgumentParser

    /// Ends the drain of a server.
    struct UndrainCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "undrain",
            abstract: "Let a server that drains accept sessions again; owner only.",
            discussion: """
                  datasync server undrain --token-file admin.secret

                Clients that have left for other servers stay there.
                """)

        @OptionGroup var server: ServerOptions

        func run() async throws {
            let text = try await ServerClient(server).respond("PUT", to: .drain, body: "false").content()
            print(Terminal.isOutput ? try DrainStatus(text).line : text)
        }
    }
#endif
