#if Server
    import DatasyncBackend
    import DatasyncTree
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Key sets of issuers")
    struct KeySetTests {
        private let now = Date().timeIntervalSince1970 * 1000

        /// Returns a set of entries and of the keys of the test issuer.
        private func set(_ entries: [String], kids: (String, String) = ("r", "e")) throws -> String {
            let keys = try #require(try JSONParser.parse(TestTokens.keySet)["keys"]?.array).prefix(2).map(\.text)
            let named = [
                keys[0].replacing(#""kid":"r""#, with: #""kid":"\#(kids.0)""#),
                keys[1].replacing(#""kid":"e""#, with: #""kid":"\#(kids.1)""#),
            ]
            return "{\"keys\": [" + (entries + named).joined(separator: ",") + "]}"
        }

        @Test(
            "a key that the server does not know or cannot read is left out with a message, and the others count",
            arguments: [
                (#"{"kty":"OKP","kid":"x","crv":"Ed25519","x":"AQAB"}"#, "(kty)"), (#"{"kid":"x"}"#, "(kty)"),
                (#"{"kty":"RSA","kid":"x","alg":"PS512","e":"AQAB","n":"AQAB"}"#, "(alg)"),
                (#"{"kty":"RSA","kid":"x","alg":5,"e":"AQAB","n":"AQAB"}"#, "(alg)"),
                (#"{"kty":"EC","kid":"x","crv":"P-521","x":"AQAB","y":"AQAB"}"#, "(crv)"),
                (#"{"kty":"EC","kid":"x","crv":"P-256","x":"AQAB","y":"AQAB"}"#, "cannot be read"),
                (#"{"kty":"RSA","kid":"x","e":"AQAB"}"#, "cannot be read"),
                (#"{"kty":"RSA","kid":"x","e":"AQAB","n":"AQAB"}"#, "cannot be read"),
                (#"{"kty":"RSA","e":"AQAB","n":"AQAB"}"#, "(kid)"), ("5", "(kty)"), ("null", "(kty)"),
                (#"{"kty":"RSA","kid":7,"e":"AQAB","n":"AQAB"}"#, "(kid)"),
            ])
        func leftOut(entry: String, text: String) async throws {
            let notes = Record<String>()
            let rules = TokenRules(keys: [.keySet(try set([entry]))])
            let verifier = try await TokenVerifier(rules) { notes.note($0) }
            let claims = TestTokens.Claims("ann")
            let tokens = [
                try await TestTokens.signedByRSA(claims, kid: "r"),
                try await TestTokens.signedByCurve(claims, kid: "e"),
            ]
            for token in tokens { #expect(try verifier.user(of: token, now: now).auth.uid == "ann") }
            #expect(notes.entries.count == 1)
            let note = notes.entries.first ?? ""
            #expect(note.contains("token key 1") && note.contains("Key 1 of the set") && note.contains(text), "\(note)")
        }

        @Test("keys for other purposes are left out without a message")
        func purposes() async throws {
            let notes = Record<String>()
            let entries = [
                #"{"kty":"RSA","kid":"x","use":"enc","e":"AQAB","n":"AQAB"}"#,
                #"{"kty":"oct","kid":"y","key_ops":["encrypt"]}"#,
            ]
            _ = try await TokenVerifier(TokenRules(keys: [.keySet(try set(entries))])) { notes.note($0) }
            #expect(notes.entries.isEmpty)
        }

        @Test("of keys with the same identifier, each counts with its own algorithm")
        func duplicates() async throws {
            let verifier = try await TokenVerifier(
                TokenRules(keys: [.keySet(try set([], kids: ("same", "same")))]))
            let claims = TestTokens.Claims("ann")
            let tokens = [
                try await TestTokens.signedByRSA(claims, kid: "same"),
                try await TestTokens.signedByCurve(claims, kid: "same"),
            ]
            for token in tokens { #expect(try verifier.user(of: token, now: now).auth.uid == "ann") }
        }

        @Test("a set without a key that can be used is an error with the reasons")
        func empty() async throws {
            let rules = TokenRules(keys: [.keySet(#"{"keys":[{"kty":"OKP","kid":"x"}]}"#)])
            let error = await #expect(throws: ServerError.self) { _ = try await TokenVerifier(rules) }
            let message = error?.message ?? ""
            #expect(message.contains("RS256 or ES256") && message.contains("(kty)"), "\(message)")
        }

        @Test("the server logs the keys that it leaves out")
        func logged() async throws {
            let json = try set([#"{"kty":"OKP","kid":"x"}"#])
            try await TestServer.run({ $0.tokens = TokenRules(keys: [.keySet(json)]) }) { server in
                #expect(server.log.entries.contains { $0.contains("left out") && $0.contains("(kty)") })
            }
        }
    }
#endif
