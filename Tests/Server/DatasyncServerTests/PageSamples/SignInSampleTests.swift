#if Server
    import DatasyncServer
    import Testing

    /// The samples of the page `SignIn`.
    @Suite("Samples of the page SignIn")
    struct SignInSampleTests {
        @Test("a server accepts the tokens of an issuer")
        func tokens() async throws {
            let pem = TestTokens.rsaPublicKey
            // sample: tokens
            var configuration = ServerConfiguration(port: 0)
            configuration.tokens = TokenRules(
                keys: [.publicKey(pem: pem)], issuer: "https://accounts.example", audience: "contacts")
            configuration.rules = #"{"rules": {"$user": {".read": "auth.uid == $user"}}}"#
            // end of sample
            let server = try DatabaseServer(configuration)
            #expect(try await server.start() > 0)
            await server.stop()
        }
    }
#endif
