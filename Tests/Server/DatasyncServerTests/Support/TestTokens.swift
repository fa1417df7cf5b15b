#if Server
    import Foundation
    import JWTKit

    /// An issuer of tokens, with a key of each kind; the keys protect nothing.
    enum TestTokens {
        static let secret = "a shared secret of more than 32 bytes"

        /// The claims of a token; the expiry is in seconds from now.
        struct Claims: JWTPayload {
            var sub: String?
            var exp: Double?
            var nbf: Double?
            var iss: String?
            var aud: [String]?
            var role: String?

            init(_ user: String?, expiry: Double? = 3_600) {
                sub = user
                exp = expiry.map { Date().timeIntervalSince1970 + $0 }
            }

            func verify(using algorithm: some JWTAlgorithm) {}
        }

        static func signedBySecret(_ claims: Claims, _ secret: String = secret) async throws -> String {
            let keys = JWTKeyCollection()
            await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
            return try await keys.sign(claims)
        }

        static func signedByRSA(_ claims: Claims, kid: String? = nil) async throws -> String {
            let keys = JWTKeyCollection()
            await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: rsaKey), digestAlgorithm: .sha256)
            return try await keys.sign(claims, header: header(kid))
        }

        static func signedByCurve(_ claims: Claims, kid: String? = nil) async throws -> String {
            let keys = JWTKeyCollection()
            await keys.add(ecdsa: try ES256PrivateKey(pem: curveKey))
            return try await keys.sign(claims, header: header(kid))
        }

        private static func header(_ kid: String?) -> JWTHeader {
            var header = JWTHeader()
            header.kid = kid
            return header
        }

        /// Returns a token with an empty signature.
        static func unsigned(_ claims: String, header: String = #"{"alg":"none"}"#) -> String {
            let parts = [header, claims].map { text in
                Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                    .replacing("=", with: "")
            }
            return parts.joined(separator: ".") + "."
        }

        /// The public keys as a key set.
        static let keySet = """
            {"keys": [
                {"kty": "RSA", "kid": "r", "use": "sig", "alg": "RS256", "e": "AQAB", "n": "\(modulus)"},
                {"kty": "EC", "kid": "e", "alg": "ES256", "crv": "P-256", "x": "HKlUnH2HG8XqsxuASs44djvpfrtyx0NM9Dn2aEXpJrM",
                 "y": "qvHi8eKxsJ8xDm6caW3RpHFHI7GPoTQxj8PMPA1Jl0w"},
                {"kty": "RSA", "kid": "other", "use": "enc", "e": "AQAB", "n": "\(modulus)"}
            ]}
            """

        private static let modulus = [
            "rQPtGSQnaHCCaLmgUZMlta1iR2sfuAri_-I88R4PLsVDWzgcO5zYFU3NvX0-",
            "66cPM5_JJ1uCVk2ZUJkY8uFHsiUQ_hlFTeAHkm0JyUEOlemu3Qm008TXX5YlUxLVeBxMxIsNnzl0vbF1wK1mL8gNvV3V0dy9L4B4",
            "Bylm9Ey9eWw9N6sB3GG_WKqx4SwU18bmCla9xcX8D5t7HFB8WQYiNOe2aeza_ts7Hla7Jr7k_8DQc1_CXx4N19tTBKJ61rbSA-",
            "gJGe0Ru9OrmDb4IuUGNE3kXCHQR6VeiLT5esVnrEobGOAkwHU1XPZDfzH4AbVUBZbQivJdPuYHxHpN8bT9bw",
        ].joined()

        static let rsaPublicKey = """
            -----BEGIN PUBLIC KEY-----
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEArQPtGSQnaHCCaLmgUZMl
            ta1iR2sfuAri/+I88R4PLsVDWzgcO5zYFU3NvX0+66cPM5/JJ1uCVk2ZUJkY8uFH
            siUQ/hlFTeAHkm0JyUEOlemu3Qm008TXX5YlUxLVeBxMxIsNnzl0vbF1wK1mL8gN
            vV3V0dy9L4B4Bylm9Ey9eWw9N6sB3GG/WKqx4SwU18bmCla9xcX8D5t7HFB8WQYi
            NOe2aeza/ts7Hla7Jr7k/8DQc1/CXx4N19tTBKJ61rbSA+gJGe0Ru9OrmDb4IuUG
            NE3kXCHQR6VeiLT5esVnrEobGOAkwHU1XPZDfzH4AbVUBZbQivJdPuYHxHpN8bT9
            bwIDAQAB
            -----END PUBLIC KEY-----
            """

        static let curvePublicKey = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHKlUnH2HG8XqsxuASs44djvpfrty
            x0NM9Dn2aEXpJrOq8eLx4rGwnzEObpxpbdGkcUcjsY+hNDGPw8w8DUmXTA==
            -----END PUBLIC KEY-----
            """

        private static let curveKey = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxdZ7mcXVTKNZu7O3
            uT2YqQmZwu3bXXM0r46T/9nDbW+hRANCAAQcqVScfYcbxeqzG4BKzjh2O+l+u3LH
            Q0z0OfZoRekms6rx4vHisbCfMQ5unGlt0aRxRyOxj6E0MY/DzDwNSZdM
            -----END PRIVATE KEY-----
            """

        private static let rsaKey = """
            -----BEGIN PRIVATE KEY-----
            MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCtA+0ZJCdocIJo
            uaBRkyW1rWJHax+4CuL/4jzxHg8uxUNbOBw7nNgVTc29fT7rpw8zn8knW4JWTZlQ
            mRjy4UeyJRD+GUVN4AeSbQnJQQ6V6a7dCbTTxNdfliVTEtV4HEzEiw2fOXS9sXXA
            rWYvyA29XdXR3L0vgHgHKWb0TL15bD03qwHcYb9YqrHhLBTXxuYKVr3FxfwPm3sc
            UHxZBiI057Zp7Nr+2zseVrsmvuT/wNBzX8JfHg3X21MEonrWttID6AkZ7RG706uY
            Nvgi5QY0TeRcIdBHpV6ItPl6xWesShsY4CTAdTVc9kN/MfgBtVQFltCK8l0+5gfE
            ek3xtP1vAgMBAAECggEADEoa8C4RwIjmsn1Q+8pkeNRb2+/U3R6k2NaJ9qSTIS2G
            PHdZW2Cni/0upTboHmwLl+KnMqz82ULXe5KhuOAzVrOW/T2anyP6gGD6EM9sCPkE
            NejdF9fDu/iZ0R363MvB0N+BtF2BQyzU95PkOMul3N11Soa6nM0BeZzBa+P8PMt1
            72Xrr4bIt+nk2zaCpSRTPPp+X6GVXWNMpAG96GlLrf2J+jLN1E8n4zzDzveQpW94
            Ef4dtvYCgLeGRXPxWnA0F0ewNyS+97S6a6FTyg5xoR0sG4Z1EvNkR/yt6o3AfxYh
            Lh438jc0rSnx1SG2iNSJno9/dWK3r2JBXx9A8kXWYQKBgQDmDTIirANtKcoToGjP
            AOupCaO+chvJvYLDg0nuzB3ea1/Mdbm6oWWnTZ8OEWUcYlnXl/8KsyWsG0i1ny2e
            Iq22mdAoEgbEG0ZmIj6OLOgWXk+Tq+7UlUGpta+Nr2pnI4FQboHKWt1b07vX/1Qc
            56FQKIxO1nDIlrwn3TKx+ZmFDwKBgQDAh8sgiERHF1pK/PuFEDTKkIwZI5XUx52y
            cGkrK1bQOQaSquEHr3tN3IFJLS28ypmQpeDGWb5uQNjN8BAZRmnriPmBR5CeWZBa
            ZwkQEpb4YlPHqcefdftfXPtKFuDvF5o+ecBfvnGbuOjK7QZI377OhjqKrOFISOto
            QVwnh6jBoQKBgQDlQwFTzFkd0Sexp4rLwP8Z1qF4if9nbZWDgrOLZ5/cqOUvvaL6
            ex3zPUflnTBGuT0PvkpNP3urqQUs+xVbIvQ7pc3sIQrdJNFjt3zf86DXqeVkJVQ+
            RwDJQGdTrB097ARTQ83U+/jeKoRpHeuVYsFAQSiS6OI9BPs+PxLmiviTwQKBgQCw
            echPQZiUMWuqYMmL5pb9NhG02VF1gKOj9DXyQ/+HTT4hIlCyYr97VyuKj8bkzjCE
            zgeCyLAtD3OrEOkwwcJFC4DoZ1jATQhsVRWRjfikJDz3P0CjgdmwR+JuvxnfDptr
            uN4E5OPuAUgg+bJRCgYz+AWhJ2Y4g96D6aU29rpRAQKBgC+V5jgBBryUd/F+aHtz
            ayjRxrp3fk8WyXou4KVOqvLFo0rHa0zRRIl8QJpVf/oVjHQtx34AzJDgh9ehT4zp
            oQeMJS2/zBPoeko6kjJI8jOivbd5cvMJ+IHWG3Q9ZG3be1NjwP0kYoh5fKs2z+OT
            dSuabGFE1WRYGUIaPTUcx4Go
            -----END PRIVATE KEY-----
            """
    }
#endif
