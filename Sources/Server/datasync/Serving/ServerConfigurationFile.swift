#if Server
    import DatasyncServer
    import DatasyncTree

    /// The reader of a configuration file: a JSON object with the settings of a server.
    ///
    /// Unknown keys are errors, so that a misspelt setting is never ignored silently. Paths are relative to the file's
    /// directory.
    enum ServerConfigurationFile {
        /// A key's effect on the settings.
        private typealias Setter = @Sendable (ConfigurationValue, inout ServerSettings) throws(CommandError) -> Void

        /// Reads the text of a file.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - file: The path of the file.
        /// - Returns: The settings in the file.
        /// - Throws: ``CommandError`` with the file, the line, the column, the key and the remedy.
        static func read(_ text: String, file: String) throws(CommandError) -> ServerSettings {
            let json: JSON
            do throws(DatasyncError) {
                json = try JSONParser.parse(text)
            } catch {
                throw CommandError("\(file): \(error.message)")
            }
            var settings = ServerSettings()
            let root = ConfigurationValue(json: json, names: [], file: file, text: text)
            try read(root, keys, into: &settings)
            try check(settings, root)
            return settings
        }

        private static func read(
            _ value: ConfigurationValue, _ keys: [(name: String, set: Setter)], into settings: inout ServerSettings
        ) throws(CommandError) {
            for member in try value.members(known: keys.map(\.name)) {
                guard let key = keys.first(where: { $0.name.hasSameBytes(as: member.name) }) else { continue }
                try key.set(member, &settings)
            }
        }

        /// Checks settings that depend on each other.
        private static func check(_ settings: ServerSettings, _ root: ConfigurationValue) throws(CommandError) {
            if settings.isInMemory == true, settings.directory != nil {
                throw root.failure(at: "memory", "excludes data; remove one of them")
            }
            if settings.database != nil, settings.directory != nil || settings.isInMemory == true {
                throw root.failure(at: "database", "excludes data and memory; remove one of them")
            }
            if (settings.tlsCertificate == nil) != (settings.tlsKey == nil) {
                let missing = settings.tlsKey == nil ? "key" : "certificate"
                throw root.failure(at: "tls", "has no \(missing); name its file")
            }
        }

        // MARK: Keys

        private static let keys: [(name: String, set: Setter)] = [
            optional("host", \.host, ConfigurationValue.string), optional("port", \.port, ConfigurationValue.port),
            optional("data", \.directory, ConfigurationValue.path),
            optional("memory", \.isInMemory, ConfigurationValue.boolean),
            optional("database", \.database, ConfigurationValue.database),
            required("namespaces", \.namespaces, ConfigurationValue.strings),
            optional("rules", \.rulesFile, ConfigurationValue.path),
            optional("replaceRules", \.replacesRules, ConfigurationValue.boolean),
            optional("emulator", \.isEmulator, ConfigurationValue.boolean),
            optional("allowOpen", \.allowsOpenRules, ConfigurationValue.boolean),
            optional("adminSecretFile", \.adminSecretFile, ConfigurationValue.path), section("tokens", tokenKeys),
            optional("publicAddress", \.publicAddress, ConfigurationValue.string),
            optional("peerAddress", \.peerAddress, ConfigurationValue.string),
            required("peers", \.peers, ConfigurationValue.strings),
            optional("redirect", \.redirectsClients, ConfigurationValue.boolean),
            optional("console", \.servesConsole, ConfigurationValue.boolean),
            required("allowedOrigins", \.allowedOrigins, ConfigurationValue.strings),
            required("webhookHosts", \.webhookHosts, ConfigurationValue.strings),
            required("trustedProxies", \.trustedProxies, ConfigurationValue.strings), section("tls", tlsKeys),
            section("limits", limitKeys), optional("logLevel", \.logLevel, ConfigurationValue.logLevel),
            optional("quiet", \.isQuiet, ConfigurationValue.boolean),
        ]

        private static let tokenKeys: [(name: String, set: Setter)] = [
            required("keys", \.tokenKeyFiles, ConfigurationValue.paths),
            required("keySets", \.tokenKeySets, ConfigurationValue.paths),
            optional("secret", \.tokenSecretFile, ConfigurationValue.path),
            optional("issuer", \.tokenIssuer, ConfigurationValue.string),
            optional("audience", \.tokenAudience, ConfigurationValue.string),
        ]

        private static let tlsKeys: [(name: String, set: Setter)] = [
            optional("certificate", \.tlsCertificate, ConfigurationValue.path),
            optional("key", \.tlsKey, ConfigurationValue.path),
            optional("minimum", \.tlsMinimum, ConfigurationValue.tlsMinimum),
        ]

        private static let limitKeys: [(name: String, set: Setter)] = [
            required("connections", \.limits.connections, ConfigurationValue.count),
            optional("connectionsOfAddress", \.limits.connectionsOfAddress, ConfigurationValue.count),
            required("requestBytes", \.limits.requestBytes, ConfigurationValue.count),
            required("messageBytes", \.limits.messageBytes, ConfigurationValue.count),
            required("outgoingBytes", \.limits.outgoingBytes, ConfigurationValue.count),
            optional("totalOutgoingBytes", \.limits.totalOutgoingBytes, ConfigurationValue.count),
            required("requestTime", \.limits.requestTime, ConfigurationValue.seconds),
            required("pingAfter", \.limits.pingAfter, ConfigurationValue.seconds),
            required("pongTime", \.limits.pongTime, ConfigurationValue.seconds),
            required("streamKeepAlive", \.limits.streamKeepAlive, ConfigurationValue.seconds),
            required("failedSignIns", \.limits.failedSignIns, ConfigurationValue.count),
            required("listens", \.limits.listens, ConfigurationValue.count),
            required("onDisconnectBytes", \.limits.onDisconnectBytes, ConfigurationValue.count),
            required("signInsPerMinute", \.limits.signInsPerMinute, ConfigurationValue.count),
            required("requestsPerSecond", \.limits.requestsPerSecond, ConfigurationValue.count),
            required("refusalsPerSecond", \.limits.refusalsPerSecond, ConfigurationValue.count),
            required("refusedBytesPerSecond", \.limits.refusedBytesPerSecond, ConfigurationValue.count),
            required("createdNamespaces", \.limits.createdNamespaces, ConfigurationValue.count),
            required("drainedSessionsPerSecond", \.limits.drainedSessionsPerSecond, ConfigurationValue.count),
            required("drainTime", \.limits.drainTime, ConfigurationValue.seconds),
        ]

        /// The function that reads a value of one kind.
        private typealias Reader<Value> = @Sendable (ConfigurationValue) -> () throws(CommandError) -> Value

        /// Returns the effect of a key on a setting that always has a value.
        private static func required<Value>(
            _ name: String, _ setting: any WritableKeyPath<ServerSettings, Value> & Sendable,
            _ read: @escaping Reader<Value>
        ) -> (name: String, set: Setter) {
            (name, { (value, settings) throws(CommandError) in settings[keyPath: setting] = try read(value)() })
        }

        /// Returns the effect of a key on a setting that need not have a value.
        private static func optional<Value>(
            _ name: String, _ setting: any WritableKeyPath<ServerSettings, Value?> & Sendable,
            _ read: @escaping Reader<Value>
        ) -> (name: String, set: Setter) {
            (name, { (value, settings) throws(CommandError) in settings[keyPath: setting] = try read(value)() })
        }

        /// Returns the effect of a key whose value has its own keys.
        private static func section(_ name: String, _ keys: [(name: String, set: Setter)]) -> (
            name: String, set: Setter
        ) {
            (name, { (value, settings) throws(CommandError) in try read(value, keys, into: &settings) })
        }
    }
#endif
