#if Postgres
    import DatasyncLog

    /// The failure of a statement or of a connection.
    struct DatabaseFailure: Error, Sendable {
        /// What is known about the effect of the statement.
        enum Outcome: Hashable, Sendable {
            /// It has none, and the statement can be repeated at once.
            case repeatable
            /// It has none; the cause may stay.
            case none
            /// It may have one, now or later.
            case unknown
        }

        let outcome: Outcome
        /// The code of the error; `nil` if the connection failed.
        let state: String?
        /// The message of the database or of the library.
        let text: String

        /// Creates the failure of a connection.
        init(_ text: String) { (outcome, state, self.text) = (.unknown, nil, text) }

        /// Creates the failure of a statement.
        ///
        /// Only an error that the database reports for the statement itself leaves no doubt. The others come from a pooler, or
        /// from a server that is going to stop, and the statement may have been committed.
        init(severity: String, state: String, text: String) {
            self.state = state
            self.text = text
            outcome =
                if ["40001", "40P01"].contains(state) {
                    .repeatable
                } else if severity != "ERROR" || state == "40003" || ["08", "57", "58", "XX"].contains(state.prefix(2))
                {
                    .unknown
                } else {
                    .none
                }
        }

        /// Returns the error to report, with the place and a remedy.
        func error(at address: DatabaseAddress) -> LogError {
            let text = address.redacted(text)
            let place = "The database \(address)"
            if state == "42P01" || state == "3F000" {
                return LogError(
                    .operationFailed,
                    "\(place) lacks a table of the commit log. Create the tables with `datasync migrate-database URL`. (\(text))"
                )
            }
            if state == "42501" {
                return LogError(
                    .operationFailed,
                    "\(place) does not permit the statement. Grant the role of the URL all rights on the tables. (\(text))"
                )
            }
            if state == "53100" {
                return LogError(.noSpace, "\(place) has no room left. Make room on its volume. (\(text))")
            }
            if state != nil {
                return LogError(
                    .operationFailed, "\(place) failed to execute a statement. Look into its server log. (\(text))")
            }
            return LogError(
                .operationFailed, "\(place) cannot be reached. \(Self.remedy(for: text)) (\(text))")
        }

        /// Returns a remedy for a failed connection, of which the library reports only a text.
        private static func remedy(for text: String) -> String {
            for (part, remedy) in remedies where text.contains(part) { return remedy }
            return "Check the host, the port and the network."
        }

        private static let remedies = [
            ("Connection refused", "Start the server, or correct the host and port of the URL."),
            ("could not translate host name", "Correct the host of the URL."),
            ("password authentication failed", "Correct the user and the password of the URL."),
            ("no password supplied", "Add the password to the URL."),
            ("role \"", "Correct the user of the URL, or create it."),
            ("database \"", "Correct the database of the URL, or create it."),
            (
                "root certificate file",
                "Name the file of the certificates that you trust, with `sslrootcert=FILE` in the URL."
            ),
            ("certificate", "Check the certificate of the server, and `sslrootcert` in the URL."),
            (
                "does not support SSL",
                "Enable TLS on the server; only on a network that nobody else can reach, add `sslmode=disable` to the URL."
            ),
            ("read-only", "Name all hosts in the URL, so that the one that takes writes is found."),
            ("too many clients", "Raise `max_connections` of the server, or use a pooler."),
        ]
    }
#endif
