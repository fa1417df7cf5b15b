#if Server
    import ArgumentParser
    import DatasyncServer
    import Dispatch
    import Foundation

    /// Runs a server until the process is interrupted.
    struct ServeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Run a server until the process is interrupted.",
            discussion: """
                One port serves WebSocket sessions (/.ws), REST requests (/PATH.json), event
                streams, /healthz, /readyz and /metrics. The data are in ./datasync-data
                unless you name another directory, or keep them in memory with --memory.

                Only this machine can connect unless you name another host, and then the
                server wants rules:

                  datasync serve --host 0.0.0.0 --rules rules.json

                With --emulator the server is for tests: any user signs in by name, the token
                "owner" has all rights, and namespaces are created on use.

                SIGINT or SIGTERM ends the server: requests are finished, and sessions are
                closed with code 1001.
                """)

        @Option(help: "The address to bind to.")
        var host = "127.0.0.1"

        @Option(help: "The port to bind to; 0 selects a free one.")
        var port = 9000

        @Option(
            name: .customLong("data"),
            help: "The directory of the data. (default: ./datasync-data; with --emulator, none)")
        var directory: String?

        @Flag(help: "Keep the data in memory until the process ends.")
        var memory = false

        @Option(
            name: .customLong("namespace"),
            help: "The name of a namespace; repeat the option for more. (default: default)")
        var namespaces: [String] = []

        @Option(name: .customLong("rules"), help: "A file with the rules of the namespaces.")
        var rulesFile: String?

        @Flag(help: "Serve tests: names sign in, \"owner\" has all rights, namespaces are created on use.")
        var emulator = false

        @Flag(help: "Bind to any host even if the rules allow everyone to read or write all data.")
        var allowOpen = false

        @Option(
            help: "A file with the token that has the rights of the owner; or set the variable DATASYNC_ADMIN_SECRET.")
        var adminSecretFile: String?

        @Option(help: "The address, HOST:PORT, that clients connect to next. (default: the one that they have used)")
        var publicAddress: String?

        @Option(name: .customLong("allow-origin"), help: "An origin whose web pages may send requests. (default: *)")
        var origins: [String] = []

        @Option(help: "A file with the certificate and those that lead to a root, in PEM form.")
        var tlsCertificate: String?

        @Option(help: "A file with the private key of the certificate, in PEM form.")
        var tlsKey: String?

        @Flag(help: "Write no log to standard error.")
        var quiet = false

        func run() async throws {
            do {
                let server = try DatabaseServer(try makeConfiguration())
                let port = try await server.start()
                print("\(tlsCertificate == nil ? "http" : "https")://\(host):\(port)")
                fflush(nil)
                if !quiet { FileHandle.standardError.write(Data(advice(port).utf8)) }
                await Interruption.wait()
                await server.stop()
            } catch let error as ServerError {
                throw CommandError(error.message)
            }
        }

        /// The directory that the options name; `nil` for data in memory.
        var dataDirectory: String? { memory ? nil : directory ?? (emulator ? nil : "./datasync-data") }

        /// Returns how to connect, and a warning about open rules.
        private func advice(_ port: Int) -> String {
            let namespace = namespaces.first ?? "default"
            let secure = tlsCertificate == nil ? "" : "s"
            var lines = [
                "data: \(dataDirectory ?? "in memory")",
                "try:  curl http\(secure)://\(host):\(port)/.json?ns=\(namespace)",
                "or:   WEBCOM_IDENTIFIER=\(namespace) WEBCOM_PLATFORM=ws\(secure)://\(host):\(port) and the trait WebSocket",
            ]
            if rulesFile == nil {
                lines.append(
                    "warning: without rules everyone who can connect may read and write all data; give them with --rules"
                )
            }
            return lines.map { "datasync: \($0)\n" }.joined()
        }

        /// Returns the configuration that the options name.
        func makeConfiguration() throws -> ServerConfiguration {
            var configuration = ServerConfiguration(host: host, port: port, isEmulator: emulator)
            if !namespaces.isEmpty { configuration.namespaces = namespaces }
            if memory, directory != nil {
                throw ValidationError("Give --data or --memory, not both.")
            }
            configuration.dataDirectory = dataDirectory
            configuration.rules = try rulesFile.map(Self.text)
            configuration.allowsOpenRules = allowOpen
            let secret =
                try adminSecretFile.map(Self.text) ?? ProcessInfo.processInfo.environment["DATASYNC_ADMIN_SECRET"]
            configuration.adminSecret = secret?.trimmingCharacters(in: .whitespacesAndNewlines)
            configuration.publicAddress = publicAddress
            if !origins.isEmpty { configuration.allowedOrigins = origins }
            switch (tlsCertificate, tlsKey) {
            case (let certificate?, let key?):
                configuration.tls = TLSIdentity(
                    certificates: try Self.text(certificate), privateKey: try Self.text(key))
            case (nil, nil): break
            default: throw ValidationError("Give both --tls-certificate and --tls-key, or neither.")
            }
            if !quiet {
                configuration.log = { line in FileHandle.standardError.write(Data("datasync: \(line)\n".utf8)) }
            }
            return configuration
        }

        private static func text(_ file: String) throws -> String {
            guard let data = FileManager.default.contents(atPath: file), let text = String(data: data, encoding: .utf8)
            else {
                throw CommandError("The file \(file) cannot be read as UTF-8 text; check its path and its permissions.")
            }
            return text
        }
    }
#endif
