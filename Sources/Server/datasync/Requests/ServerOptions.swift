#if Server
    import ArgumentParser
    import Foundation

    /// The options for a server and the rights on it.
    struct ServerOptions: ParsableArguments {
        @Option(name: .customLong("url"), help: "The address of the server. (default: http://127.0.0.1:9000)")
        var address: String?

        @Option(help: "The namespace.")
        var namespace = "default"

        @Option(
            name: .customLong("token"),
            help: "The token to sign in with. Other users of the machine see it; prefer --token-file or DATASYNC_TOKEN."
        )
        var visibleToken: String?

        @Option(help: "A file with the token to sign in with. (default: the variable DATASYNC_TOKEN, if it is set)")
        var tokenFile: String?

        func validate() throws {
            if visibleToken != nil, tokenFile != nil {
                throw ValidationError("--token and --token-file exclude each other; name one.")
            }
        }

        /// The server's address with its scheme, which may be missing for an address of this machine.
        var url: String {
            guard let address else { return "http://127.0.0.1:9000" }
            let isLocal = ["localhost", "127.0.0.1", "[::1]"].contains { name in
                address == name || address.hasPrefix(name + ":") || address.hasPrefix(name + "/")
            }
            return isLocal ? "http://" + address : address
        }

        /// Returns the token from the arguments, the file or the environment.
        ///
        /// - Throws: ``CommandError`` if the file cannot be read or is empty.
        func token(
            in environment: [String: String] = ProcessInfo.processInfo.environment
        ) throws(CommandError) -> String? {
            if let visibleToken { return visibleToken }
            guard let tokenFile else { return environment["DATASYNC_TOKEN"].flatMap { $0.isEmpty ? nil : $0 } }
            let token = try File.text(tokenFile).trimmingCharacters(in: .whitespacesAndNewlines)
            guard !token.isEmpty else {
                throw CommandError("The file \(tokenFile) of the token is empty; write the token into it.")
            }
            return token
        }
    }
#endif
