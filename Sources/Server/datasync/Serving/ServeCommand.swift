#if Server
    import ArgumentParser
    import DatasyncServer
    import Dispatch
    import Foundation
    import Logging

    /// Runs a server until the process is interrupted.
    struct ServeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve",
            abstract: "Run a server until the process is interrupted.",
            discussion: """
                One port serves WebSocket sessions (/.ws), REST requests (/PATH.json), event
                streams, /healthz, /readyz and /metrics. The data are in ./datasync-data
                unless you name another directory, or keep them in memory with --memory.
                Several servers share a database (trait Postgres) with --database URL, after
                `datasync migrate-database URL` has created its tables.

                Only this machine can connect unless you name another host, and then the
                server wants rules:

                  datasync serve --host 0.0.0.0 --rules rules.json

                With --emulator the server is for tests: any user signs in by name, the token
                "owner" has all rights, and namespaces are created on use.

                A JSON file can have the same settings; an option wins over the file. The page
                CommandLine of the documentation lists the keys:

                  datasync serve --config server.json

                SIGINT or SIGTERM ends the server: requests are finished, and sessions are
                closed with code 1001, or sent to one of the --peers. SIGHUP reads the files of
                the certificate again. The owner changes the level of the log with a request:

                  curl -X PUT -d '"debug"' 'URL/.settings/logLevel.json?auth=SECRET'
                """)

        @Option(name: .customLong("config"), help: "A JSON file with settings.")
        var configurationFile: String?

        @Option(help: "The address to bind to. (default: 127.0.0.1)")
        var host: String?

        @Option(help: "The port to bind to; 0 selects a free one. (default: 9000)")
        var port: Int?

        @Option(
            name: .customLong("data"),
            help: "The directory of the data. (default: ./datasync-data; with --emulator, none)")
        var directory: String?

        @Option(
            help: "The database of the data: a file with its URL, env for the variable DATASYNC_DATABASE, or the URL.")
        var database: String?

        @Flag(help: "Keep the data in memory until the process ends.")
        var memory = false

        @Option(
            name: .customLong("namespace"),
            help: "The name of a namespace; repeat the option for more. (default: default)")
        var namespaces: [String] = []

        @Option(name: .customLong("rules"), help: "A file with the rules of the namespaces.")
        var rulesFile: String?

        @Flag(help: "Replace rules that were deployed to the running server by those of --rules.")
        var replaceRules = false

        @Flag(help: "Serve tests: names sign in, \"owner\" has all rights, namespaces are created on use.")
        var emulator = false

        @Flag(help: "Bind to any host even if the rules allow everyone to read or write all data.")
        var allowOpen = false

        @Option(
            help: "A file with the token that has the rights of the owner; or set the variable DATASYNC_ADMIN_SECRET.")
        var adminSecretFile: String?

        @Option(
            name: .customLong("token-secret"),
            help: "A file with a secret of at least 32 bytes; users sign in with tokens that it has signed (HS256).")
        var tokenSecretFile: String?

        @Option(
            name: .customLong("token-key"),
            help: "A file with the public key of an issuer of tokens, in PEM form: of RSA (RS256) or P-256 (ES256).")
        var tokenKeyFiles: [String] = []

        @Option(
            name: .customLong("token-key-set"),
            help: "A file or an https address with the public keys of an issuer of tokens, as a JSON web key set.")
        var tokenKeySets: [String] = []

        @Option(help: "The claim iss that tokens must have. (default: any)")
        var tokenIssuer: String?

        @Option(help: "The value that the claim aud of tokens must have. (default: any)")
        var tokenAudience: String?

        @Option(help: "The address, HOST:PORT, that clients connect to next. (default: the one that they have used)")
        var publicAddress: String?

        @Option(
            help:
                "The address of this machine, HOST:PORT, where servers over the same database tell it what they store.")
        var peerAddress: String?

        @Option(
            parsing: .upToNextOption,
            help: "The public addresses, HOST:PORT, of the servers over the same log, for redirects and drains.")
        var peers: [String] = []

        @Flag(help: "Send no client to one of the peers by name, as behind a load balancer.")
        var noRedirect = false

        @Flag(help: "Show the data and the rules in a browser, at /console.")
        var console = false

        @Option(
            name: .customLong("allow-origin"),
            help: "An origin whose web pages may send requests, or *. (default: this server, and pages of this machine)"
        )
        var origins: [String] = []

        @Option(
            name: .customLong("webhook-host"),
            help: "A host of webhooks that may be in a private network and without TLS, HOST or HOST:PORT; repeatable.")
        var webhookHosts: [String] = []

        @Option(
            name: .customLong("trusted-proxy"),
            help: "The address of a proxy, which may open any number of connections; repeat the option for more.")
        var trustedProxies: [String] = []

        @Option(help: "A file with the certificate and those that lead to a root, in PEM form.")
        var tlsCertificate: String?

        @Option(help: "A file with the private key of the certificate, in PEM form.")
        var tlsKey: String?

        @Option(
            help: "The lowest version of TLS that clients may use, 1.2 or 1.3. (default: 1.2)",
            transform: TLSMinimum.named)
        var tlsMinimum: TLSMinimum?

        @Option(
            help: "The level from which messages are logged to standard error. (default: info)",
            transform: Logger.Level.named)
        var logLevel: Logger.Level?

        @Flag(help: "Write no log to standard error.")
        var quiet = false

        func run() async throws {
            let settings = try settings()
            do {
                let configuration = try settings.makeConfiguration()
                SystemMemory.returnLargeBlocks()
                let server = try DatabaseServer(configuration)
                let port = try await server.start()
                let address = "\(configuration.host):\(port)"
                print("\(configuration.tls == nil ? "http" : "https")://\(address)")
                fflush(nil)
                if settings.isQuiet != true { Self.advise(configuration, address) }
                let reload = Reload {
                    try settings.makeIdentity()
                } replace: {
                    try server.replaceIdentity($0)
                }
                await Interruption.wait()
                reload.cancel()
                await server.stop()
            } catch let error as ServerError {
                throw CommandError(error.message)
            }
        }

        /// Prints how to connect, and a warning about open rules.
        private static func advise(_ configuration: ServerConfiguration, _ address: String) {
            let namespace = configuration.namespaces.first ?? "default"
            let secure = configuration.tls == nil ? "" : "s"
            let place = configuration.database == nil ? "in memory" : "in the database"
            Terminal.note("data: \(configuration.dataDirectory ?? place)")
            Terminal.note("try:  curl http\(secure)://\(address)/.json?ns=\(namespace)")
            Terminal.note(
                "or:   WEBCOM_IDENTIFIER=\(namespace) WEBCOM_PLATFORM=ws\(secure)://\(address) and the trait WebSocket")
            if configuration.servesConsole {
                Terminal.note("look: http\(secure)://\(address)/console#/data?ns=\(namespace)")
            }
            if configuration.rules == nil {
                Terminal.note(
                    "warning: without rules everyone who can connect may read and write all data; give them with --rules"
                )
            }
        }

        /// Returns the configuration from the options and the configuration file.
        func makeConfiguration() throws -> ServerConfiguration { try settings().makeConfiguration() }

        /// Returns the settings of the options; the configuration file supplies all others.
        private func settings() throws -> ServerSettings {
            let settings = ServerSettings(
                host: host, port: port, directory: directory, isInMemory: memory ? true : nil,
                database: database, namespaces: namespaces,
                rulesFile: rulesFile, replacesRules: replaceRules ? true : nil,
                isEmulator: emulator ? true : nil, allowsOpenRules: allowOpen ? true : nil,
                adminSecretFile: adminSecretFile, tokenKeyFiles: tokenKeyFiles, tokenKeySets: tokenKeySets,
                tokenSecretFile: tokenSecretFile, tokenIssuer: tokenIssuer, tokenAudience: tokenAudience,
                publicAddress: publicAddress, peerAddress: peerAddress, peers: peers,
                redirectsClients: noRedirect ? false : nil, servesConsole: console ? true : nil,
                allowedOrigins: origins, webhookHosts: webhookHosts, trustedProxies: trustedProxies,
                tlsCertificate: tlsCertificate, tlsKey: tlsKey, tlsMinimum: tlsMinimum,
                logLevel: logLevel, isQuiet: quiet ? true : nil)
            guard let configurationFile else { return settings }
            let file = try ServerConfigurationFile.read(try File.text(configurationFile), file: configurationFile)
            return settings.over(file)
        }
    }

    extension TLSMinimum {
        /// Returns the version with a number.
        fileprivate static func named(_ number: String) throws -> TLSMinimum {
            guard let version = TLSMinimum(rawValue: number) else {
                let numbers = allCases.map(\.rawValue).joined(separator: " or ")
                throw ValidationError(
                    "The version \(number.debugDescription) cannot be the lowest one; use \(numbers).")
            }
            return version
        }
    }

    extension Logger.Level {
        /// Returns the level with a name.
        fileprivate static func named(_ name: String) throws -> Logger.Level {
            guard let level = Logger.Level(rawValue: name) else {
                let names = allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("There is no level \(name.debugDescription); use one of \(names).")
            }
            return level
        }
    }
#endif
