#if Server
    import ArgumentParser
    import DatasyncServer
    import Logging
    import Testing

    @testable import datasync

    @Suite("The configuration file of a server")
    struct ServerConfigurationFileTests {
        private func read(_ text: String) throws -> ServerSettings {
            try ServerConfigurationFile.read(text, file: "etc/server.json")
        }

        @Test("every key has its effect")
        func keys() throws {
            let settings = try read(
                """
                {
                  "host": "0.0.0.0", "port": 9100, "data": "data", "memory": false, "namespaces": ["a", "b"],
                  "rules": "/rules.json", "emulator": true, "allowOpen": true, "adminSecretFile": "secret",
                  "tokens": {"keys": ["k"], "keySets": ["s", "/t"], "secret": "x", "issuer": "i", "audience": "u"},
                  "publicAddress": "h:1", "peerAddress": "p:2", "allowedOrigins": ["https://o"], "trustedProxies": ["::1"],
                  "tls": {"certificate": "c", "key": "/k", "minimum": "1.3"}, "logLevel": "debug", "quiet": true,
                  "limits": {
                    "connections": 1, "connectionsOfAddress": 11, "requestBytes": 2, "messageBytes": 3, "outgoingBytes": 4, "requestTime": 5.5,
                    "pingAfter": 6, "pongTime": 7, "streamKeepAlive": 8, "failedSignIns": 9, "listens": 11,
                    "requestsPerSecond": 12, "refusalsPerSecond": 13, "createdNamespaces": 10,
                    "totalOutgoingBytes": 14, "onDisconnectBytes": 15, "signInsPerMinute": 16,
                    "refusedBytesPerSecond": 17
                  }
                }
                """)
            #expect(settings.host == "0.0.0.0" && settings.port == 9100)
            #expect(settings.directory == "etc/data" && settings.isInMemory == false)
            #expect(settings.namespaces == ["a", "b"] && settings.rulesFile == "/rules.json")
            #expect(settings.isEmulator == true && settings.allowsOpenRules == true)
            #expect(settings.adminSecretFile == "etc/secret")
            #expect(settings.tokenKeyFiles == ["etc/k"] && settings.tokenKeySets == ["etc/s", "/t"])
            #expect(settings.tokenSecretFile == "etc/x")
            #expect(settings.tokenIssuer == "i" && settings.tokenAudience == "u")
            #expect(settings.publicAddress == "h:1" && settings.peerAddress == "p:2")
            #expect(settings.allowedOrigins == ["https://o"])
            #expect(settings.tlsCertificate == "etc/c" && settings.tlsKey == "/k" && settings.isQuiet == true)
            #expect(settings.logLevel == .debug && settings.tlsMinimum == .version13)
            #expect(settings.trustedProxies == ["::1"])
            var limits = ServerLimits()
            (limits.connections, limits.requestBytes, limits.messageBytes, limits.outgoingBytes) = (1, 2, 3, 4)
            (limits.requestTime, limits.pingAfter, limits.pongTime) = (.seconds(5.5), .seconds(6), .seconds(7))
            (limits.streamKeepAlive, limits.failedSignIns, limits.createdNamespaces) = (.seconds(8), 9, 10)
            (limits.listens, limits.requestsPerSecond, limits.refusalsPerSecond) = (11, 12, 13)
            (limits.connectionsOfAddress, limits.refusedBytesPerSecond) = (11, 17)
            (limits.totalOutgoingBytes, limits.onDisconnectBytes, limits.signInsPerMinute) = (14, 15, 16)
            #expect(settings.limits == limits)
        }

        @Test("a file next to the working directory needs no directory")
        func plainName() throws {
            #expect(try ServerConfigurationFile.read(#"{"data":"d"}"#, file: "server.json").directory == "d")
            #expect(try ServerConfigurationFile.read(#"{"data":"d"}"#, file: "/server.json").directory == "/d")
            #expect(try ServerConfigurationFile.read("{}", file: "server.json").directory == nil)
        }

        @Test(
            "an error names the file, the line, the column, the key and the remedy",
            arguments: [
                ("{\n  \"prot\": 1}", #"etc/server.json:2:3: The key "prot" is unknown; did you mean port?"#),
                (
                    #"{"tls": {"kye": "k"}}"#,
                    #"etc/server.json:1:10: The key "tls/kye" is unknown; did you mean key?"#
                ),
                (
                    #"{"tokens":{"x":1}}"#,
                    #"etc/server.json:1:12: The key "tokens/x" is unknown; known are keys, keySets, secret, issuer, audience."#
                ),
                (
                    "{\"limits\":\n{\"é\":1}}",
                    #"etc/server.json:2:2: The key "limits/é" is unknown; known are connections, "#
                        + "connectionsOfAddress, requestBytes, "
                        + "messageBytes, outgoingBytes, totalOutgoingBytes, requestTime, pingAfter, pongTime, streamKeepAlive, failedSignIns, "
                        + "listens, onDisconnectBytes, signInsPerMinute, requestsPerSecond, refusalsPerSecond, "
                        + "refusedBytesPerSecond, createdNamespaces, drainedSessionsPerSecond, drainTime."
                ),
                (
                    #"{"logLevel":"loud"}"#,
                    #"etc/server.json:1:2: The key "logLevel" should be one of "trace", "debug", "info", "notice", "#
                        + #""warning", "error", "critical", not "loud"."#
                ),
                (
                    #"{"tls":{"minimum":"1.1"}}"#,
                    #"etc/server.json:1:9: The key "tls/minimum" should be "1.2" or "1.3", not "1.1"."#
                ),
                (
                    "[]",
                    "etc/server.json:1:1: The configuration should be an object, such as {\"host\": …}, not an array."
                ),
                (
                    #"{"tls":1}"#,
                    #"etc/server.json:1:2: The key "tls" should be an object, such as {"certificate": …}, not 1."#
                ),
                (
                    #"{"host":5}"#,
                    #"etc/server.json:1:2: The key "host" should be a string in quotes that is not empty, not 5."#
                ),
                (
                    #"{"host":""}"#,
                    #"etc/server.json:1:2: The key "host" should be a string in quotes that is not empty, not ""."#
                ),
                (
                    #"{"port":"9000"}"#,
                    #"etc/server.json:1:2: The key "port" should be a whole number between 0 and 65535, not "9000"."#
                ),
                (
                    #"{"port":65536}"#,
                    #"etc/server.json:1:2: The key "port" should be a whole number between 0 and 65535, not 65536."#
                ),
                (
                    #"{"limits":{"connections":0}}"#,
                    #"etc/server.json:1:12: The key "limits/connections" should be a whole number of 1 or more, not 0."#
                ),
                (
                    #"{"limits":{"pingAfter":0}}"#,
                    #"etc/server.json:1:12: The key "limits/pingAfter" should be a number of seconds above 0, at most a year, "#
                        + "not 0."
                ),
                (#"{"memory":"yes"}"#, #"etc/server.json:1:2: The key "memory" should be true or false, not "yes"."#),
                (
                    #"{"namespaces":[]}"#,
                    #"etc/server.json:1:2: The key "namespaces" should be a list of strings that is not empty, such as ["…"], "#
                        + "not an array."
                ),
                (
                    #"{"allowedOrigins":["a",1]}"#,
                    #"etc/server.json:1:2: The key "allowedOrigins" should be a list of strings that is not empty, such as "#
                        + #"["…"], not an array."#
                ),
                (
                    "{\"data\": \"d\",\n\"memory\": true}",
                    #"etc/server.json:2:1: The key "memory" excludes data; remove one of them."#
                ),
                (
                    #"{"tls":{"key":"k"}}"#,
                    #"etc/server.json:1:2: The key "tls" has no certificate; name its file."#
                ),
                (
                    #"{"tls":{"certificate":"k"}}"#,
                    #"etc/server.json:1:2: The key "tls" has no key; name its file."#
                ),
                (
                    "{\"a\": 1,\n\"a\": 2}",
                    "etc/server.json: Malformed JSON at line 2, column 1: the member \"a\" occurs twice in one object; keep one."
                ),
                ("{", "etc/server.json: Malformed JSON at line 1, column 2: "),
            ])
        func errors(text: String, message: String) throws {
            let error = #expect(throws: CommandError.self) { try read(text) }
            let description = error?.description ?? ""
            #expect(message.hasSuffix(": ") ? description.hasPrefix(message) : description == message)
        }

        @Test("the key of an error is found behind nested values and escapes")
        func places() throws {
            let text = #"{"h\u006fst": "}\"", "tokens": {"keys": ["{", "]"], "issuer": "\\"}, "port": false}"#
            let error = #expect(throws: CommandError.self) { try read(text) }
            #expect(error?.description.hasPrefix("etc/server.json:1:70: ") == true, "\(error?.description ?? "")")
        }

        @Test("options win over the file, which is read by serve")
        func options() throws {
            let folder = try TestFolder()
            _ = try folder.write(#"{"rules":{".read":true}}"#, to: "rules.json")
            _ = try folder.write("0123456789abcdef", to: "secret")
            let file = try folder.write(
                """
                {"host": "h", "port": 1, "namespaces": ["a"], "rules": "rules.json", "data": "d", "quiet": true,
                 "adminSecretFile": "secret", "allowedOrigins": ["x"], "limits": {"connections": 5}}
                """, to: "server.json")
            let plain = try ServeCommand.parse(["--config", file]).makeConfiguration()
            #expect(plain.description == "ServerConfiguration(h:1, a)")
            #expect(plain.dataDirectory == folder.file("d"))
            #expect(plain.rules == #"{"rules":{".read":true}}"#)
            #expect(plain.adminSecret == "0123456789abcdef")
            #expect(plain.limits.connections == 5)
            let mixed = try ServeCommand.parse([
                "--config", file, "--port", "2", "--namespace", "b", "--memory", "--emulator", "--allow-origin", "y",
                "--host", "127.0.0.1", "--public-address", "p:1", "--trusted-proxy", "192.0.2.1", "--tls-minimum",
                "1.3",
            ]).makeConfiguration()
            #expect(mixed.description == "ServerConfiguration(127.0.0.1:2, b, emulator)")
            #expect(mixed.dataDirectory == nil)
            #expect(mixed.allowedOrigins == ["y"] && mixed.publicAddress == "p:1")
            #expect(mixed.trustedProxies == ["192.0.2.1"] && mixed.tlsMinimum == .version13)
            #expect(plain.trustedProxies.isEmpty && plain.tlsMinimum == .version12)
            #expect(plain.limits.connectionsOfAddress == nil)
            #expect(throws: (any Error).self) { try ServeCommand.parse(["--tls-minimum", "1.1"]) }
            #expect(mixed.rules == plain.rules)
        }

        @Test("each option replaces the setting of the same name")
        func merging() {
            var file = ServerSettings()
            (file.tokenKeyFiles, file.tokenIssuer, file.tlsKey) = (["a"], "i", "k")
            (file.tokenKeySets, file.tokenSecretFile, file.tokenAudience) = (["b"], "s", "u")
            var options = ServerSettings()
            #expect(options.over(file).tokenKeyFiles == ["a"])
            (options.tokenKeyFiles, options.tokenIssuer, options.tlsKey) = (["A"], "I", "K")
            (options.tokenKeySets, options.tokenSecretFile, options.tokenAudience) = (["B"], "S", "U")
            (options.rulesFile, options.allowsOpenRules, options.adminSecretFile) = ("R", true, "A")
            (options.tlsCertificate, options.directory, options.isQuiet) = ("C", "D", true)
            let merged = options.over(file)
            #expect(merged.tokenKeyFiles == ["A"] && merged.tokenKeySets == ["B"] && merged.tokenSecretFile == "S")
            #expect(merged.tokenIssuer == "I" && merged.tokenAudience == "U" && merged.tlsKey == "K")
            #expect(merged.rulesFile == "R" && merged.allowsOpenRules == true && merged.adminSecretFile == "A")
            #expect(merged.tlsCertificate == "C" && merged.directory == "D" && merged.isQuiet == true)
        }
    }
#endif
