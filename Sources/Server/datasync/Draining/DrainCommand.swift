#if Server
    import ArgumentParser
    import Dispatch

    /// Drains a server.
    struct DrainCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drain",
            abstract: "Send the clients of a server to its peers, so that it can be stopped; owner only.",
            discussion: """
                  datasync server drain --wait --token-file admin.secret

                The server accepts no new sessions and streams, and /readyz answers "draining".
                Sessions leave in batches, for the servers in --peers; without any, they stay
                until they end or the limit of the server has passed. The clients send writes
                without a response again. Requests are served until the process ends.

                Prints the number of sessions and streams that are left. Taken back by
                `datasync server undrain` or a restart.
                """)

        @Flag(help: "Wait until no session and no stream is left.") var wait = false
        @OptionGroup var server: ServerOptions

        func run() async throws {
            let client = ServerClient(server)
            var status = try await DrainStatus(client.respond("PUT", to: .drain, body: "true").content())
            while wait, status.isDraining, status.sessionCount > 0 {
                await Self.pause()
                status = try await DrainStatus(client.respond("GET", to: .drain).content())
            }
            guard status.isDraining else {
                throw CommandError("The drain was taken back by another command while this one waited.")
            }
            print(Terminal.isOutput ? status.line : status.text)
        }

        /// Waits for the time between two questions to the server.
        private static func pause() async {
            await withCheckedContinuation { waiter in
                DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { waiter.resume() }
            }
        }
    }
#endif
