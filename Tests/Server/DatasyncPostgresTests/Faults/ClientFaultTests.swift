#if Postgres
    import DatasyncAsync
    import DatasyncConcurrency
    import DatasyncTesting
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncPostgres

    /// Faults of a database under servers with clients; only in the long form.
    @Suite(
        "Faults of a database under clients", .serialized, .enabled(if: TestCluster.isWanted), .timeLimit(.minutes(10)))
    struct ClientFaultTests {
        /// The values of a node that a client has received.
        private final class Observer: Sendable {
            private let received = Guarded<[Int?]>([])
            private let task = Guarded<Task<Void, any Error>?>(nil)

            /// Starts to receive all values of a node.
            static func start(_ node: DatasyncNode) -> Observer {
                let observer = Observer()
                let task = Task { [weak observer] in
                    for try await event in node.events(.valueChange) {
                        observer?.received.withLock { $0.append(event.value.decoded(as: Int.self)) }
                    }
                }
                observer.task.withLock { $0 = task }
                return observer
            }

            var values: [Int?] { received.withLock { $0 } }

            func wait(for value: Int) async throws {
                try await waitUntil("the client receives \(value)", milliseconds: 60_000) { values.last == value }
            }

            func cancel() { task.withLock { $0 }?.cancel() }
        }

        @Test("[postgres 73] clients receive the values before a lost tail as corrections, and go on")
        func lostTail() async throws {
            try await TestCluster.with { cluster in
                try await cluster.addStandby(isSynchronous: false)
                let servers = [try ServerProcess(cluster.bothURL), try ServerProcess(cluster.bothURL)]
                defer { for server in servers { server.child.kill() } }
                let clients = try servers.map { try $0.connect() }
                let observers = clients.map { Observer.start($0.root["n"]) }
                try await clients[0].root["n"].set(1)
                let head = try #require(try cluster.run("SELECT number FROM datasync_namespace").integer(0, 0))
                try await waitUntil("the standby has the first value") {
                    (try? cluster.run("SELECT number FROM datasync_namespace", onStandby: true).integer(0, 0)) == head
                }
                try await cluster.control(["stop", "standby"])
                try await clients[0].root["n"].set(2)
                for observer in observers { try await observer.wait(for: 2) }
                try await cluster.failOver()
                // Both servers find out that the value was lost, and say so.
                for observer in observers { try await observer.wait(for: 1) }
                for server in servers { #expect(try await server.send("GET", "/n.json").text == "1") }
                // The numbers of the writer were lost with its write, so what happened to its next one is not known.
                do {
                    try await clients[0].root["n"].set(3)
                } catch let error as WebcomError {
                    #expect(error.code == .outcomeUnknown, "\(error)")
                }
                try await clients[1].root["n"].set(4)
                for observer in observers { try await observer.wait(for: 4) }
                try await clients[0].root["n"].set(5)
                for observer in observers { try await observer.wait(for: 5) }
                for observer in observers { observer.cancel() }
            }
        }

        @Test("[postgres 72] a promoted synchronous standby has all that clients were told")
        func promotion() async throws {
            try await TestCluster.with { cluster in
                try await cluster.addStandby(isSynchronous: true)
                let servers = [try ServerProcess(cluster.bothURL), try ServerProcess(cluster.bothURL)]
                defer { for server in servers { server.child.kill() } }
                let clients = try servers.map { try $0.connect() }
                let observer = Observer.start(clients[1].root["n"])
                for number in 1...20 { try await clients[0].root["n"].set(number) }
                try await cluster.control(["stop", "standby"])
                async let last: Void = clients[0].root["n"].set(21)
                try await cluster.waitForUnreplicatedCommit()
                #expect(observer.values.last == 20)
                try await cluster.failOver()
                try await last
                try await observer.wait(for: 21)
                #expect(observer.values.compactMap { $0 } == Array(1...21))
                for server in servers { #expect(try await server.send("GET", "/n.json").text == "21") }
                observer.cancel()
            }
        }

        @Test("[postgres 78] a server says at its start what can lose acknowledged writes")
        func risks() async throws {
            try await TestCluster.with { cluster in
                let logFile = "\(cluster.folder)/server.log"
                func start() throws -> String {
                    let server = try ServerProcess(cluster.url, logFile: logFile)
                    server.child.kill()
                    return server.log
                }
                #expect(try start().contains("fsync is off"))
                try cluster.set("fsync", to: "on")
                try await cluster.wait(for: "fsync", toBe: "on")
                #expect(try !start().contains("acknowledged writes"))
                try await cluster.addStandby(isSynchronous: false)
                #expect(try start().contains("The database has a standby and waits for none"))
                try cluster.set("synchronous_standby_names", to: "standby")
                try await cluster.wait(for: "synchronous_standby_names", toBe: "standby")
                #expect(try !start().contains("acknowledged writes"))
            }
        }

        @Test("[postgres 35] without a link between two servers, each looks in each poll interval until it is back")
        func link() async throws {
            try await TestCluster.with(address: "10.211.1.1") { cluster in
                let name = "ds\(cluster.ports.primary)"
                try await cluster.link([name, "create"])
                do {
                    // The database listens on an address that exists only now.
                    try await cluster.control(["stop", "primary"])
                    try await cluster.control(["start", "primary"])
                    try await cut(name, cluster)
                } catch {
                    try? await cluster.link([name, "remove"])
                    throw error
                }
                try await cluster.link([name, "remove"])
            }
        }

        private func cut(_ name: String, _ cluster: TestCluster) async throws {
            let farURL = "postgresql://datasync@10.211.1.1:\(cluster.ports.primary)/postgres?sslmode=disable"
            let near = try ServerProcess(cluster.url, ["--peer-address", "10.211.2.1:7411"])
            defer { near.child.kill() }
            let far = try ServerProcess(
                farURL, ["--peer-address", "10.211.2.2:7411", "--allow-open"], link: name)
            defer { far.child.kill() }
            let client = try far.connect()
            defer { withExtendedLifetime(client) {} }
            let observer = Observer.start(client.root["n"])
            var number = 0
            /// Writes ten values, and returns the milliseconds until the client of the other server has the slowest one.
            func write() async throws -> Double {
                var slowest = 0.0
                for _ in 0..<10 {
                    number += 1
                    let start = DispatchTime.now().uptimeNanoseconds
                    #expect(try await near.send("PUT", "/n.json", "\(number)").status == 200)
                    try await observer.wait(for: number)
                    slowest = max(slowest, Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6)
                }
                return slowest
            }
            func waitUntilHeard(_ isHeard: Bool) async throws {
                for server in [near, far] {
                    let line = "\ndatasync_log_hears_all \(isHeard ? 1 : 0)\n"
                    #expect(try await server.metrics(with: line).contains(line), "\(isHeard)")
                }
            }
            try await waitUntilHeard(true)
            let before = try await write()
            try await cluster.link([name, "cut"])
            let during = try await write()
            try await waitUntilHeard(false)
            let cut = try await write()
            try await cluster.link([name, "join"])
            try await waitUntilHeard(true)
            let after = try await write()
            print("slowest of ten: \(before) ms, at the cut \(during), during it \(cut), after it \(after)")
            // A look each second would take longer ten times in a row, except once in a thousand runs.
            #expect(cut < 500, "with a look each 20 ms")
            #expect(observer.values.compactMap { $0 } == Array(1...number))
        }
    }
#endif
