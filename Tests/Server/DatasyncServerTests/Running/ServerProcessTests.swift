#if Server
    import DatasyncClient
    import DatasyncConcurrency
    import DatasyncLegacy
    import DatasyncTree
    import Dispatch
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// Servers in processes that are killed while clients write over sockets; `datasync` is built next to the test bundle.
    @Suite("Processes with a server", .serialized, .timeLimit(.minutes(60)))
    struct ServerProcessTests {
        private static let rounds = LongForm.count(3, long: 50)
        private static let clients = 32

        @Test("lose no acknowledged write when they are killed, and apply each write of a client once")
        func killed() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "datasync-served-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            var random = SeededGenerator(salt: 9_070)
            var server = try ServerProcess(folder, port: 0)
            defer { server.child.kill() }
            let port = server.port
            let counts = Counts()
            let writers = try (0..<Self.clients).map { try SocketWriter($0, port: port, counts) }
            for writer in writers { writer.write() }
            for _ in 0..<Self.rounds {
                await counts.waitForMore(1 + random.below(random.pick([10, 200, 3_000])))
                server.child.kill()
                server = try ServerProcess(folder, port: port)
            }
            let (sent, problems) = await counts.finish()
            #expect(problems == [], "\(Seed.note)")

            let connection = try await RawConnection.open(port: port)
            connection.send("GET /.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let data = try Node(try JSONParser.parse(try TestResponse(await connection.readToEnd()).body))
            var present = 0
            for writer in writers {
                let own = data[Key(unchecked: "c\(writer.index)")]
                let keys = own[Key(unchecked: "k")].children.compactMap { Int($0.key.text) }.sorted()
                #expect(keys == Array(1..<(writer.count + 1)), "client \(writer.index), \(Seed.note)")
                #expect(
                    own[Key(unchecked: "count")].number == Double(writer.count), "client \(writer.index), \(Seed.note)")
                present += keys.count
            }
            #expect(present == sent)
            print("\(Self.rounds) kills of a server: \(sent) writes, all acknowledged and present, seed \(Seed.value)")
        }
    }

    /// A process with a server over a directory.
    private struct ServerProcess {
        let child: ChildProcess
        let port: Int

        /// Starts the process, and waits until it accepts connections.
        init(_ folder: URL, port: Int) throws {
            child = try ChildProcess("datasync", ["serve", "--data", folder.path, "--port", "\(port)", "--quiet"])
            let line = try #require(child.nextLine())
            self.port = try #require(Int(line.split(separator: ":").last ?? ""), "\(line)")
        }
    }

    /// The numbers of all writers.
    private final class Counts: Sendable {
        private struct State: Sendable {
            var sent = 0
            var done = 0
            var mayWrite = true
            var problems: [String] = []
            /// The number of completed writes that is waited for.
            var goal = 0
            var waiter: CheckedContinuation<Void, Never>?
        }

        private let state = Guarded(State())

        /// Counts a write; returns whether it may be sent.
        func begin() -> Bool {
            state.withLock { state in
                if state.mayWrite { state.sent += 1 }
                return state.mayWrite
            }
        }

        /// Counts a completion.
        func end(_ problem: String?) {
            let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.done += 1
                if let problem { state.problems.append(problem) }
                return state.done >= state.goal ? state.waiter.take() : nil
            }
            waiter?.resume()
        }

        /// Waits until a number of further writes is completed.
        func waitForMore(_ count: Int) async { await wait { $0.done + count } }

        /// Ends the writing, and waits until all writes are completed.
        func finish() async -> (sent: Int, problems: [String]) {
            await wait { state in
                state.mayWrite = false
                return state.sent
            }
            return state.withLock { ($0.sent, $0.problems) }
        }

        private func wait(_ goal: @escaping @Sendable (inout State) -> Int) async {
            await withCheckedContinuation { continuation in
                let isReached = state.withLock { state in
                    state.goal = goal(&state)
                    if state.done < state.goal { state.waiter = continuation }
                    return state.done >= state.goal
                }
                if isReached { continuation.resume() }
            }
        }
    }

    /// A client that writes 1, 2, … below its own node, one at a time.
    private final class SocketWriter: Sendable {
        let index: Int
        private let root: Webcom
        private let queue = DispatchQueue(label: "writer")
        private let counts: Counts
        private let number = Guarded(0)

        init(_ index: Int, port: Int, _ counts: Counts) throws {
            let url = try #require(URL(string: "ws://127.0.0.1:\(port)"))
            var configuration = WebcomConfiguration(identifier: "default", platform: .server(url))
            configuration.reconnection.initialDelay = 0.02
            configuration.reconnection.maximumDelay = 0.2
            configuration.diagnostics = { _ in }
            root = Webcom(WebcomApplication(configuration: configuration)).child("c\(index)")
            self.index = index
            self.counts = counts
        }

        /// The number of writes.
        var count: Int { number.withLock(\.self) }

        func write() {
            guard counts.begin() else { return }
            let number = number.withLock { number in
                number += 1
                return number
            }
            // Both paths and the increment are one write.
            let value: [String: Any] = ["k/\(number)": number, "count": [".sv": ["increment": 1]]]
            root.update(value, queue: queue) { error in
                self.counts.end(error.map { "client \(self.index), write \(number): \($0)" })
                self.write()
            }
        }
    }
#endif
