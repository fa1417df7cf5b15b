#if Postgres
    import CPostgres
    import DatasyncLog

    /// The parameters of the connections to a database, made from its URL.
    struct DatabaseAddress: Sendable {
        /// The parameters, by the keywords of the library.
        let parameters: [String: String]

        /// Reads a URL.
        ///
        /// The connection is encrypted, and the certificate and the name of the host are checked, unless all hosts are this machine
        /// or the URL has an `sslmode`.
        ///
        /// - Parameter url: The URL, such as `postgresql://USER:PASSWORD@HOST:PORT/DATABASE`.
        /// - Throws: `LogError` `invalidOption`, without any part of the URL, which may contain a password.
        init(_ url: String) throws(LogError) {
            guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://"), let given = Self.parameters(in: url),
                !Self.isMisread(given)
            else {
                throw LogError(
                    .invalidOption,
                    "The URL of the database cannot be read. Write it as postgresql://USER:PASSWORD@HOST:PORT/DATABASE, "
                        + "with %XX for special characters in the name and the password.")
            }
            let hosts = (given["hostaddr"] ?? given["host"] ?? "").split(separator: ",").map(String.init)
            guard !hosts.isEmpty else {
                throw LogError(
                    .invalidOption,
                    "The URL of the database has no host. Write it as postgresql://USER:PASSWORD@HOST:PORT/DATABASE.")
            }
            var parameters = given
            var defaults = [
                "application_name": "datasync", "keepalives": "1", "keepalives_idle": "5", "keepalives_interval": "3",
                "keepalives_count": "3", "tcp_user_timeout": "10000", "connect_timeout": "10",
            ]
            if hosts.count > 1 { defaults["target_session_attrs"] = "read-write" }
            if !hosts.allSatisfy(Self.isThisMachine) { defaults["sslmode"] = "verify-full" }
            parameters.merge(defaults) { given, _ in given }
            parameters["client_encoding"] = "UTF8"
            self.parameters = parameters
        }

        private static func parameters(in url: String) -> [String: String]? {
            var message: UnsafeMutablePointer<CChar>?
            // The message is not shown, as it quotes the URL.
            defer { PQfreemem(message) }
            guard let options = PQconninfoParse(url, &message) else { return nil }
            defer { PQconninfoFree(options) }
            var (parameters, option): ([String: String], _) = ([:], options)
            while let keyword = option.pointee.keyword {
                if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
                option += 1
            }
            return parameters
        }

        /// Whether a part of the password has become another parameter, because its special characters are not encoded.
        private static func isMisread(_ parameters: [String: String]) -> Bool {
            let port = parameters["port"] ?? ""
            return !port.utf8.allSatisfy { (48...57).contains($0) || $0 == 44 }
                || ["host", "hostaddr", "dbname"].contains { parameters[$0]?.contains("@") == true }
        }

        private static func isThisMachine(_ host: String) -> Bool {
            if host.hasPrefix("/") || host == "localhost" || host == "::1" { return true }
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        }

        /// Returns a text without the password.
        func redacted(_ text: String) -> String {
            var text = text
            for keyword in ["password", "sslpassword"] {
                guard let secret = parameters[keyword], !secret.isEmpty else { continue }
                text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "…")
            }
            return text
        }

        /// Calls a function with the parameters in the form of the library.
        func withParameters<Result>(
            _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
        ) -> Result {
            let sorted = parameters.sorted { $0.key < $1.key }
            let texts = (sorted.map(\.key) + sorted.map(\.value)).map { Array($0.utf8CString) }
            var (offsets, bytes): ([Int], [CChar]) = ([], [])
            for text in texts {
                offsets.append(bytes.count)
                bytes += text
            }
            return bytes.withUnsafeBufferPointer { buffer in
                let pointers = offsets.map { offset in buffer.baseAddress.map { $0 + offset } }
                let (keys, values) = (pointers.prefix(sorted.count) + [nil], pointers.suffix(sorted.count) + [nil])
                return Array(keys).withUnsafeBufferPointer { keys in
                    Array(values).withUnsafeBufferPointer { values in
                        // Neither array is empty: each ends in a null.
                        body(keys.baseAddress.unsafelyUnwrapped, values.baseAddress.unsafelyUnwrapped)
                    }
                }
            }
        }
    }

    extension DatabaseAddress: CustomStringConvertible {
        /// The database, the hosts and the ports.
        var description: String {
            let (hosts, ports) = (parameters["host"] ?? parameters["hostaddr"] ?? "", parameters["port"] ?? "5432")
            return "\(parameters["dbname"] ?? parameters["user"] ?? "?") at \(hosts), port \(ports)"
        }
    }
#endif
