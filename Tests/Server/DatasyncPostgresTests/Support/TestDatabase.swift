#if Postgres
    import DatasyncLog
    import Foundation

    @testable import DatasyncPostgres

    /// A database of its own for a test, on the server that `Tests/Tools/Postgres/start` has started.
    struct TestDatabase: Sendable {
        /// The way to the database.
        enum Route: Sendable, CaseIterable {
            case direct
            /// Through PgBouncer, in which each transaction may have another connection.
            case pooler
            /// With serializable as the default isolation.
            case serializable
        }

        private static let template = "datasync_template"

        /// The URL on the given route.
        let url: String
        /// The URL without the pooler.
        let directURL: String

        /// Creates a database with the tables of the log, or an empty one.
        init(_ route: Route = .direct, isEmpty: Bool = false) throws {
            try Self.prepared.get()
            let name = "test_\(UInt64.random(in: 0...UInt64.max))"
            let server = try Self.server("DATASYNC_DATABASE")
            let source = isEmpty ? "template0" : Self.template
            while true {
                do {
                    try Self.run("CREATE DATABASE \(name) TEMPLATE \(source)", at: server)
                    break
                } catch let failure as DatabaseFailure where failure.state == "55006" {
                    // A session that has just ended still uses the template.
                }
            }
            if route == .serializable {
                try Self.run("ALTER DATABASE \(name) SET default_transaction_isolation = 'serializable'", at: server)
            }
            directURL = Self.url(server, name)
            url = route == .pooler ? Self.url(try Self.server("DATASYNC_POOLER"), name) : directURL
        }

        private static let prepared = Result {
            let server = try Self.server("DATASYNC_DATABASE")
            try run("DROP DATABASE IF EXISTS \(template)", at: server)
            try run("CREATE DATABASE \(template) TEMPLATE template0", at: server)
            _ = try SchemaMigration(try DatabaseAddress(url(server, template)), level: 1).run()
        }

        private static func server(_ variable: String) throws -> String {
            guard let url = ProcessInfo.processInfo.environment[variable] else {
                throw MissingServer(variable: variable)
            }
            return url
        }

        private static func url(_ server: String, _ name: String) -> String {
            server.replacingOccurrences(of: "/postgres", with: "/\(name)")
        }

        /// Returns the URL through a proxy on another port.
        func url(port: UInt16) -> String {
            let port = ":\(port)/"
            return directURL.replacing(/:[0-9]+\//, with: port)
        }

        /// The port of the server.
        var port: UInt16 {
            get throws {
                let address = try DatabaseAddress(directURL)
                return UInt16(address.parameters["port"] ?? "") ?? 0
            }
        }

        /// Executes a statement without the log.
        @discardableResult
        func run(_ statement: String) throws -> DatabaseReply { try Self.run(statement, at: directURL) }

        @discardableResult
        private static func run(_ statement: String, at url: String) throws -> DatabaseReply {
            try BlockingConnection(try DatabaseAddress(url)).run(DatabaseStatement(statement))
        }

        /// Returns an integer that a statement selects.
        func integer(_ statement: String) throws -> Int64? { try run(statement).integer(0, 0) }
    }

    /// The error of a test that has no server.
    struct MissingServer: Error, CustomStringConvertible {
        let variable: String

        var description: String {
            "There is no \(variable). Run the tests with a server: Tests/Tools/Postgres/start swift test --traits Postgres …"
        }
    }
#endif
