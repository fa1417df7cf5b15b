#if Server
    import ArgumentParser
    import DatasyncServer
    import Foundation
    import Logging

    /// A server's settings from options or a configuration file; `nil` and empty lists for all others.
    struct ServerSettings {
        var host: String?
        var port: Int?
        var directory: String?
        var isInMemory: Bool?
        var database: String?
        var namespaces: [String] = []
        var rulesFile: String?
        var replacesRules: Bool?
        var isEmulator: Bool?
        var allowsOpenRules: Bool?
        var adminSecretFile: String?
        var tokenKeyFiles: [String] = []
        var tokenKeySets: [String] = []
        var tokenSecretFile: String?
        var tokenIssuer: String?
        var tokenAudience: String?
        var publicAddress: String?
        var peerAddress: String?
        var peers: [String] = []
        var redirectsClients: Bool?
        var servesConsole: Bool?
        var allowedOrigins: [String] = []
        var webhookHosts: [String] = []
        var trustedProxies: [String] = []
        var tlsCertificate: String?
        var tlsKey: String?
        var tlsMinimum: TLSMinimum?
        var limits = ServerLimits()
        var logLevel: Logger.Level?
        var isQuiet: Bool?

        /// The data directory; `nil` for data in memory or in a database.
        var dataDirectory: String? {
            isInMemory == true || database != nil ? nil : directory ?? (isEmulator == true ? nil : "./datasync-data")
        }

        /// Returns these settings; a configuration file supplies the missing ones.
        func over(_ file: ServerSettings) -> ServerSettings {
            var result = file
            if let host { result.host = host }
            if let port { result.port = port }
            // All of them decide where the data are.
            if directory != nil || isInMemory != nil || database != nil {
                (result.directory, result.isInMemory, result.database) = (directory, isInMemory, database)
            }
            if !namespaces.isEmpty { result.namespaces = namespaces }
            if let rulesFile { result.rulesFile = rulesFile }
            if let replacesRules { result.replacesRules = replacesRules }
            if let isEmulator { result.isEmulator = isEmulator }
            if let allowsOpenRules { result.allowsOpenRules = allowsOpenRules }
            if let adminSecretFile { result.adminSecretFile = adminSecretFile }
            if !tokenKeyFiles.isEmpty { result.tokenKeyFiles = tokenKeyFiles }
            if !tokenKeySets.isEmpty { result.tokenKeySets = tokenKeySets }
            if let tokenSecretFile { result.tokenSecretFile = tokenSecretFile }
            if let tokenIssuer { result.tokenIssuer = tokenIssuer }
            if let tokenAudience { result.tokenAudience = tokenAudience }
            if let publicAddress { result.publicAddress = publicAddress }
            if let peerAddress { result.peerAddress = peerAddress }
            if !peers.isEmpty { result.peers = peers }
            if let redirectsClients { result.redirectsClients = redirectsClients }
            if let servesConsole { result.servesConsole = servesConsole }
            if !allowedOrigins.isEmpty { result.allowedOrigins = allowedOrigins }
            if !webhookHosts.isEmpty { result.webhookHosts = webhookHosts }
            if !trustedProxies.isEmpty { result.trustedProxies = trustedProxies }
            if let tlsCertificate { result.tlsCertificate = tlsCertificate }
            if let tlsKey { result.tlsKey = tlsKey }
            if let tlsMinimum { result.tlsMinimum = tlsMinimum }
            if let logLevel { result.logLevel = logLevel }
            if let isQuiet { result.isQuiet = isQuiet }
            return result
        }

        // MARK: The configuration

        /// Returns the configuration from the settings; reads the files that they name.
        ///
        /// - Throws: ``CommandError`` if a file cannot be read; an error about settings that exclude each other.
        func makeConfiguration() throws -> ServerConfiguration {
            var configuration = ServerConfiguration(
                host: host ?? "127.0.0.1", port: port ?? 9000, isEmulator: isEmulator ?? false)
            if !namespaces.isEmpty { configuration.namespaces = namespaces }
            guard [isInMemory == true, directory != nil, database != nil].count(where: \.self) <= 1 else {
                throw ValidationError("Give only one of --data, --database and --memory.")
            }
            configuration.dataDirectory = dataDirectory
            configuration.database = try database.map { try DatabaseOptions.url($0) }
            configuration.rules = try rulesFile.map(File.text)
            configuration.replacesDeployedRules = replacesRules ?? false
            configuration.allowsOpenRules = allowsOpenRules ?? false
            let secret =
                try adminSecretFile.map(File.text) ?? ProcessInfo.processInfo.environment["DATASYNC_ADMIN_SECRET"]
            configuration.adminSecret = secret?.trimmingCharacters(in: .whitespacesAndNewlines)
            configuration.tokens = try makeTokenRules()
            configuration.publicAddress = publicAddress
            configuration.peerAddress = peerAddress
            configuration.peers = peers
            configuration.redirectsClients = redirectsClients ?? true
            configuration.servesConsole = servesConsole ?? false
            configuration.allowedOrigins = allowedOrigins
            configuration.webhookHosts = webhookHosts
            configuration.trustedProxies = trustedProxies
            configuration.tls = try makeIdentity()
            if let tlsMinimum { configuration.tlsMinimum = tlsMinimum }
            configuration.limits = limits
            if isQuiet != true {
                configuration.logger = Logger(label: "datasync") { StreamLogHandler.standardError(label: $0) }
                configuration.logger.logLevel = logLevel ?? .info
            }
            return configuration
        }

        /// Returns the certificate and key from the files; `nil` without TLS.
        ///
        /// - Throws: ``CommandError`` if a file cannot be read.
        func makeIdentity() throws -> TLSIdentity? {
            switch (tlsCertificate, tlsKey) {
            case (let certificate?, let key?):
                return TLSIdentity(certificates: try File.text(certificate), privateKey: try File.text(key))
            case (nil, nil): return nil
            default: throw ValidationError("Give both --tls-certificate and --tls-key, or neither.")
            }
        }

        /// Returns the rules for the accepted tokens; `nil` without a key.
        private func makeTokenRules() throws -> TokenRules? {
            var keys = try tokenKeyFiles.map { TokenKey.publicKey(pem: try File.text($0)) }
            keys += try tokenKeySets.map { source in
                source.contains("://") ? .keySet(at: source) : .keySet(try File.text(source))
            }
            if let file = tokenSecretFile {
                keys.append(.secret(try File.text(file).trimmingCharacters(in: .whitespacesAndNewlines)))
            }
            guard !keys.isEmpty else {
                guard tokenIssuer == nil, tokenAudience == nil else {
                    throw ValidationError(
                        "--token-issuer and --token-audience need a key: --token-key, --token-key-set or --token-secret."
                    )
                }
                return nil
            }
            return TokenRules(keys: keys, issuer: tokenIssuer, audience: tokenAudience)
        }
    }
#endif
