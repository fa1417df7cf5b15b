#if Server
    import ArgumentParser
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import Foundation

    /// Prints the records of a namespace.
    struct LogCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "log",
            abstract: "Print the records of a namespace in a data directory or a database, one JSON line each.",
            discussion: """
                Each line has the position, the time, the session and the change: its kind, its
                path and its data. The field client tells clients apart; it is not their
                secret identifier. Of a sign-in, it has the user; --claims adds the rest of
                the token. No server may use a directory; servers may go on using a database.

                  datasync log ./datasync-data --from 100 --count 10
                  datasync log --database url.secret --namespace shop
                """)

        @Argument(help: "The directory that a server has used. (default: ./datasync-data)")
        var directory: String?

        @OptionGroup var options: StoreOptions

        @Option(help: "The namespace.")
        var namespace = "default"

        @Option(name: .customLong("from"), help: "The number of the first record. (default: the first that is kept)")
        var first: UInt64?

        @Option(help: "The maximum number of records. (default: all)")
        var count: Int?

        @Flag(help: "Print all claims of tokens, such as e-mail addresses.")
        var claims = false

        func validate() throws {
            try options.validate(beside: directory)
            if let count, count < 1 { throw ValidationError("--count is \(count); use 1 or more.") }
        }

        func run() async throws { try await options.open(directory).use { try await printRecords($0) } }

        private func printRecords(_ store: some DataStore) async throws(CommandError) {
            for damage in store.damage { Terminal.note(damage.message) }
            let found = try await store.namespace(namespace)
            if let first, first < found.first {
                Terminal.note("a snapshot has replaced the records before \(found.first)")
            }
            let printed = Guarded(0)
            let limit = count ?? .max
            let hasClaims = claims
            try await store.read(found, after: max(first ?? 0, found.first, 1) - 1) { (record) throws(CommandError) in
                print(try Self.json(record, hasClaims: hasClaims).text)
                return printed.withLock { printed in
                    printed += 1
                    return printed < limit
                }
            }
        }

        /// Returns a record as JSON.
        ///
        /// - Parameters:
        ///   - record: The record.
        ///   - hasClaims: Whether the claims of a token are included.
        /// - Returns: The members of the record.
        /// - Throws: ``CommandError`` if the entry cannot be read.
        static func json(_ record: LogRecord, hasClaims: Bool = false) throws(CommandError) -> JSON {
            let entry = record.entry
            var members = [
                JSON.Member("position", .string(record.position.description)),
                JSON.Member("time", .string(record.time.text)),
                JSON.Member("session", .string("\(entry.run)-\(entry.session)")),
            ]
            if let client = entry.client {
                members.append(JSON.Member("client", .string(fingerprint(client))))
                members.append(JSON.Member("number", .number(Double(entry.number))))
            }
            do throws(DatasyncError) {
                return .object(members + (try entry.describedContent(hasClaims: hasClaims)))
            } catch {
                throw CommandError("The record \(record.position) is damaged. \(error.message)")
            }
        }

        /// Returns a short text that differs between clients.
        private static func fingerprint(_ client: UInt128) -> String {
            let bytes = (0..<16).map { UInt8(truncatingIfNeeded: client >> (8 * UInt128($0))) }
            return String(hexadecimal: SHA1.digest(of: bytes).prefix(4))
        }
    }

    extension LogTime {
        /// The time as RFC 3339 text.
        var text: String {
            Date(timeIntervalSince1970: Double(sinceEpoch) / 1000).formatted(
                Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
    }
#endif
