#if Postgres
    import DatasyncTesting
    import Foundation
    import TestSupport

    @testable import DatasyncPostgres

    /// A PostgreSQL server of a test's own, which can be stopped, with a standby that can take its place.
    struct TestCluster: Sendable {
        /// Whether the long form of the tests runs.
        static let isWanted = LongForm.isWanted

        struct Failure: Error {
            let command: [String]
        }

        let folder = "/tmp/datasync-cluster-\(UInt32.random(in: 0 ... .max))"
        let ports = (primary: Self.freePort(), standby: Self.freePort())

        /// Calls a function with a new server that has the tables of the log, and removes the server.
        ///
        /// - Parameters:
        ///   - disk: The size of its disk, such as `96m`, or of that of its write-ahead log, such as `16m wal`; `nil` for the usual ones.
        ///   - address: A further address on which it listens.
        ///   - body: The function.
        /// - Throws: ``Failure`` if PostgreSQL cannot be started, and the errors of the function.
        static func with(
            disk: String? = nil, address: String? = nil, _ body: (TestCluster) async throws -> Void
        ) async throws {
            let cluster = TestCluster(address: address)
            do {
                try await cluster.control(
                    ["create", "\(cluster.ports.primary)"] + (disk ?? "").split(separator: " ").map(String.init))
                _ = try await PostgresLog.migrate(cluster.url)
                try await body(cluster)
            } catch {
                try? await cluster.control(["remove"])
                throw error
            }
            try await cluster.control(["remove"])
        }

        private let address: String?

        private init(address: String?) { self.address = address }

        /// Returns a port on which nothing listens, below those that the system gives to connections.
        private static func freePort() -> Int {
            while true {
                let port = Int.random(in: 20_000..<32_000)
                if (try? PeerListener("127.0.0.1:\(port)")) != nil { return port }
            }
        }

        /// The URL of the server, or of the one of two that takes writes.
        var url: String { "postgresql://datasync@127.0.0.1:\(ports.primary)/postgres" }

        var bothURL: String {
            "postgresql://datasync@127.0.0.1:\(ports.primary),127.0.0.1:\(ports.standby)/postgres"
        }

        private var standbyURL: String { "postgresql://datasync@127.0.0.1:\(ports.standby)/postgres" }

        /// Adds a standby, for whose copy each commit waits, or not.
        func addStandby(isSynchronous: Bool) async throws {
            try await control(["standby", "\(ports.standby)"])
            guard isSynchronous else { return }
            try set("synchronous_standby_names", to: "standby")
        }

        /// Changes a setting of the server, which takes effect a little later.
        func set(_ name: String, to value: String) throws {
            try run("ALTER SYSTEM SET \(name) = '\(value)'")
            try run("SELECT pg_reload_conf()")
        }

        /// Waits until a setting of the server has a value.
        func wait(for name: String, toBe value: String) async throws {
            try await waitUntil("\(name) is \(value)") {
                (try? run("SELECT current_setting('\(name)')").text(0, 0)) == value
            }
        }

        /// Waits until a commit of the server waits for the standby.
        func waitForUnreplicatedCommit() async throws {
            try await waitUntil("the commit waits for the standby") {
                (try? run("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'").integer(0, 0)) ?? 0 > 0
            }
        }

        /// Ends the server without a warning, and starts the standby in its place.
        func failOver() async throws {
            try await control(["crash", "primary"])
            try await control(["start", "standby"])
            try await control(["promote"])
        }

        /// Builds the library with a wrong clock, and returns its path.
        func wrongClock() async throws -> String {
            let library = "\(folder)/wrong-clock.so"
            let source = PackageFolder.root.appending(path: "Tests/Tools/Postgres/wrong-clock.c").path
            try await execute(URL(filePath: "/usr/bin/cc"), ["-shared", "-fPIC", "-o", library, source, "-ldl"])
            return library
        }

        /// Executes an action of `Tests/Tools/Postgres/cluster`.
        func control(_ words: [String]) async throws {
            let program = PackageFolder.root.appending(path: "Tests/Tools/Postgres/cluster")
            try await execute(program, [folder] + words)
        }

        /// Executes an action of `Tests/Tools/Postgres/link`.
        func link(_ words: [String]) async throws {
            try await execute(PackageFolder.root.appending(path: "Tests/Tools/Postgres/link"), words)
        }

        /// Fills a disk of the server with a file, until nothing more fits.
        ///
        /// - Parameter name: The folder of the data or of the write-ahead log, `primary` or `wal`.
        /// - Returns: The path of the file.
        /// - Throws: An error if the file cannot be created.
        func fill(_ name: String) throws -> String {
            let path = "\(folder)/\(name)/filler"
            _ = FileManager.default.createFile(atPath: path, contents: nil)
            let handle = try FileHandle(forWritingTo: URL(filePath: path))
            let piece = Data(count: 64 << 10)
            while (try? handle.write(contentsOf: piece)) != nil {}
            try handle.close()
            return path
        }

        private func execute(_ program: URL, _ words: [String]) async throws {
            let address = address
            let status = try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Int32, any Error>) in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result {
                            let process = Process()
                            (process.executableURL, process.arguments) = (program, words)
                            process.environment = ProcessInfo.processInfo.environment
                                .merging(["LISTEN": address ?? ""]) { $1 }
                            try process.run()
                            process.waitUntilExit()
                            return process.terminationStatus
                        })
                }
            }
            if status != 0 { throw Failure(command: words) }
        }

        /// Executes a statement on the server, or on the standby that has taken its place.
        @discardableResult
        func run(_ statement: String, onStandby: Bool = false) throws -> DatabaseReply {
            try BlockingConnection(try DatabaseAddress(onStandby ? standbyURL : url)).run(DatabaseStatement(statement))
        }
    }
#endif
