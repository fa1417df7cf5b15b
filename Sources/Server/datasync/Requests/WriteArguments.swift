#if Server
    import ArgumentParser

    /// The arguments of a command that writes a value.
    struct WriteArguments: ParsableArguments {
        @OptionGroup var server: ServerOptions

        @Argument(help: "The path of the node, such as /contacts/ada.")
        var path: String

        @Argument(help: "The value as JSON, or - to read it from standard input.")
        var value: String

        /// Sends the value, and returns the content of the response.
        ///
        /// - Throws: ``CommandError`` if the value is not JSON, or with the server's reason.
        func send(_ method: String, _ parameters: [(String, String)] = [("print", "silent")]) async throws -> String {
            try await ServerClient(server).send(method, path, parameters, body: try JSONArgument.text(value))
        }
    }
#endif
