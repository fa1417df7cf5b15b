#if Postgres
    import Crypto

    /// The beginning of a connection between servers: who is called sends a challenge, and the caller proves that it knows the
    /// secret in the database.
    ///
    /// ```
    ///  called ──▶ caller: mark, challenge (32 bytes)
    ///  caller ──▶ called: its run (8 bytes), HMAC-SHA-256(secret, mark ‖ challenge ‖ its run ‖ the other run)
    /// ```
    ///
    /// The proof names both servers, so that it is of no use for a third one.
    enum HintProof {
        private static let mark = Array("dshints1".utf8)

        /// The number of random bytes in a challenge.
        static let challengeSize = 32
        static let greetingSize = mark.count + challengeSize
        static let size = 8 + SHA256.byteCount

        static func greeting(_ challenge: [UInt8]) -> [UInt8] { mark + challenge }

        /// Reads the challenge from a greeting; `nil` if the bytes are not a greeting.
        static func challenge(in greeting: [UInt8]) -> [UInt8]? {
            greeting.count == greetingSize && greeting.starts(with: mark) ? Array(greeting.dropFirst(mark.count)) : nil
        }

        /// Returns the caller's answer to a challenge.
        static func bytes(for challenge: [UInt8], of caller: Int64, to called: Int64, secret: [UInt8]) -> [UInt8] {
            let message = mark + challenge + caller.bigEndianBytes + called.bigEndianBytes
            let code = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: secret))
            return caller.bigEndianBytes + code
        }

        /// Returns the run of a caller; `nil` if it does not know the secret, or means another server.
        static func caller(in proof: [UInt8], for challenge: [UInt8], to called: Int64, secret: [UInt8]) -> Int64? {
            let caller = Int64(bigEndian: proof.prefix(8))
            let message = mark + challenge + caller.bigEndianBytes + called.bigEndianBytes
            let isValid = HMAC<SHA256>.isValidAuthenticationCode(
                proof.dropFirst(8), authenticating: message, using: SymmetricKey(data: secret))
            return isValid && !secret.isEmpty ? caller : nil
        }
    }
#endif
