import DatasyncAsync
import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import DatasyncTesting
import DatasyncTree
import DatasyncWire
import Foundation

/// Contracts about the requests and frames of a client over a transport.
extension Contract {
    static let wire = [
        Contract("a message longer than a frame arrives whole, in frames within the limit") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let (application, other) = (bench.application(transport), bench.application())
            let (manager, otherManager) = (
                application.datasyncService.createManager(), other.datasyncService.createManager()
            )
            for length in [16_300, 16_384, 16_400, 40_000] {
                for piece in ["a", "aé", "a\u{1F600}"] {
                    let text = String(repeating: piece, count: length / piece.utf16.count)
                    try await manager["text"].set(text)
                    let stored = try await otherManager["text"].decodedValue(as: String.self)
                    try require(stored == text, "the back end stores the text of \(length) units of \(piece)")
                    let read = try await manager["text"].decodedValue(as: String.self)
                    try require(read == text, "the client reads the text of \(length) units of \(piece)")
                }
            }
            let longest = (transport.sent + transport.received).map(\.utf16.count).max() ?? 0
            try require(longest <= 16_384, "no frame exceeds the limit, the longest has \(longest) units")
            try require(longest > 16_000, "frames are as long as possible")
        },
        Contract("listens start before those that they replace stop") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            let start = { (path: String, constraint: DatasyncChildrenConstraint) in
                manager[path].subscribe(to: .valueChange, childrenConstraint: constraint, queue: bench.queue) { _ in }
            }
            let window = start("list", .first(limit: 1))
            let below = start("list/a", .all)
            let all = start("list", .all)
            let covered = start("list/b", .all)
            covered?.cancel()
            all?.cancel()
            bench.settle()
            let expected = [
                "q /list?", "q /list/a", "q /list", "n /list?", "n /list/a", "q /list?", "q /list/a", "n /list",
            ]
            try require(transport.actions, expected, "the requests")
            window?.cancel()
            below?.cancel()
        },
        Contract(
            "after a reconnect the requests are: credential, listens, sent writes, new writes, on-disconnect writes"
        ) {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            try await application.authentication.signIn(token: "ada")
            manager["list"].subscribe(to: .valueChange, queue: bench.queue) { _ in }
            transport.losesResponses = true
            manager["sent"].promise.set(.raw, 1)
            manager["gone"].promise.set(.raw, 1, at: .onDisconnection)
            transport.holdsFrames = true
            transport.pipes.last?.drop()
            try await waitUntil("the second connection") { transport.pipes.count == 2 }
            manager["new"].promise.set(.raw, 1)
            transport.losesResponses = false
            transport.holdsFrames = false
            let before = transport.actions.count
            transport.pipes.last?.drop()
            try await waitUntil("the requests of the third connection") { transport.actions.count >= before + 5 }
            let requests = transport.actions.dropFirst(before)
            try require(Array(requests), ["auth ", "q /list", "p /sent", "p /new", "o /gone"], "the requests")
        },
        Contract("a write whose response was lost is applied once") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            try await manager["count"].set(.raw, 0)
            transport.losesResponses = true
            _ = manager["count"].promise.increment(by: 1).tap(on: bench.queue) { bench.lines.add("\($0)") }
            _ = manager["count"].promise.increment(by: 10).tap(on: bench.queue) { bench.lines.add("\($0)") }
            transport.losesResponses = false
            transport.pipes.last?.drop()
            try await waitUntil("the responses") { bench.lines.all.count == 2 }
            try require(bench.lines.all, ["success(1)", "success(11)"], "the results")
            try require(try await manager["count"].value().description, "11", "the value")
        },
        Contract("an injected refusal fails the next write once, and not a write that arrives again") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            transport.losesResponses = true
            let add = { (number: Int) in
                _ = manager["value"].promise.set(.raw, number).tap(on: bench.queue) { result in
                    if case .failure = result {
                        bench.lines.add("\(number) failed")
                    } else {
                        bench.lines.add("\(number) ok")
                    }
                }
            }
            add(1)
            transport.port.refuseNext(.write, with: .permissionDenied)
            transport.losesResponses = false
            transport.pipes.last?.drop()
            try await waitUntil("the response") { bench.lines.all.count == 1 }
            add(2)
            add(3)
            bench.settle()
            try require(bench.lines.all, ["1 ok", "2 failed", "3 ok"], "the results")
        },
        Contract("a pushed merge has no effect on a node of which nothing is known") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            transport.holdsFrames = true
            manager["list"].subscribe(to: .childAddition, queue: bench.queue) { bench.lines.add($0.key) }
            transport.pipes.last?.receive(.frame(#"{"t":"d","d":{"a":"m","b":{"p":"list","d":{"a":1}}}}"#))
            bench.settle()
            try require(bench.lines.all, [], "additions")
        },
        Contract("a response to an ended listen, and a revocation of one, do not end a later subscription") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            transport.holdsFrames = true
            let start = {
                manager["list"].subscribe(to: .valueChange, queue: bench.queue) { _ in
                } onCompletion: {
                    bench.lines.add("\($0)".prefix(9).description)
                }
            }
            let first = start()
            first?.cancel()
            let second = start()
            let refusal = #"{"t":"d","d":{"r":1,"b":{"s":"permission_denied","d":""}}}"#
            let revocation = #"{"t":"d","d":{"a":"c","b":{"p":"list","s":"permission_denied"}}}"#
            for frame in [refusal, revocation] { transport.pipes.last?.receive(.frame(frame)) }
            bench.settle()
            try require(bench.lines.all, ["cancellat"], "completions")
            second?.cancel()
        },
        Contract("of two transactions at one node, the second is sent after the response to the first") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            try await manager["value"].set(.raw, 1)
            manager["value"].subscribe(to: .valueChange, queue: bench.queue) { _ in }
            let before = transport.actions.count
            transport.losesResponses = true
            for number in 1...2 { _ = manager["value"].promise.runTransaction { _ in .set(.raw, number) } }
            try require(Array(transport.actions.dropFirst(before)), ["p /value"], "the requests")
        },
        Contract("a response to the newer of two writes shows neither twice") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            manager["value"].subscribe(to: .valueEvent, queue: bench.queue) { event in
                bench.lines.add("\(event.eventType) \(event.value) \(event.isAcknowledged)")
            }
            bench.settle()
            transport.holdsFrames = true
            let before = transport.received.count
            for number in 1...2 { manager["value"].promise.set(.raw, number) }
            bench.settle()
            let frames = transport.received.dropFirst(before)
            let responses = frames.filter { $0.contains("\"r\":") }
            try require(responses.count, 2, "responses")
            for frame in frames where !responses.contains(frame) { transport.pipes.last?.receive(.frame(frame)) }
            for frame in responses.reversed() { transport.pipes.last?.receive(.frame(frame)) }
            bench.settle()
            let events = bench.lines.all
            try require(
                Array(events.prefix(3)), ["value null true", "value 1 false", "value 2 false"], "the local events")
            try require(events.last ?? "", "value_ack 2 true", "the last event: \(events)")
        },
        Contract("the cancellation of on-disconnect writes ends those at and below its node") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            // In this order: the deeper write is not replaced by the other one.
            try await manager["list/a"].set(.raw, 1, at: .nextDisconnection)
            try await manager["list/a/b"].set(.raw, 1, at: .nextDisconnection)
            try await manager["other"].set(.raw, 1, at: .nextDisconnection)
            try await manager["list/a"].cancelNextDisconnectionOperations()
            try bench.backend.holdResponses(to: application)
            _ = manager["list/c/d"].promise.set(.raw, 1, at: .nextDisconnection).tap(on: bench.queue) { result in
                if case .failure(let error as WebcomError) = result { bench.lines.add(error.code.rawValue) }
            }
            _ = manager["list/c"].promise.cancelNextDisconnectionOperations()
            bench.settle()
            try require(bench.lines.all, ["cancelled"], "the write that the back end has not acknowledged")
            try bench.backend.dropConnection(of: application)
            try require("\(bench.backend.data ?? "")", #"["other": 1]"#, "the data")
        },
        Contract("an on-disconnect write runs once, or at every disconnection if it repeats") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let step: [String: Any] = [".sv": ["increment": 1]]
            try await manager["once"].set(.raw, step, at: .nextDisconnection)
            try await manager["always"].set(.raw, step, at: .onDisconnection)
            for _ in 0..<3 {
                try bench.backend.dropConnection(of: application)
                try bench.backend.restoreConnection(of: application)
            }
            let data = bench.backend.data as? [String: Any] ?? [:]
            try require("\(data["once"] ?? 0) \(data["always"] ?? 0)", "1 3", "the data")
        },
        Contract("a push with the tag of an ended subscription has no effect") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            let start = {
                manager["list"].subscribe(
                    to: .childAddition, childrenConstraint: .first(limit: 2), queue: bench.queue
                ) { bench.lines.add($0.key) }
            }
            let first = start()
            bench.settle()
            first?.cancel()
            let second = start()
            bench.settle()
            for tag in [1, 99] {
                let push = #"{"t":"d","d":{"a":"d","b":{"p":"list","d":{"late":1},"t":\#(tag)}}}"#
                transport.pipes.last?.receive(.frame(push))
            }
            bench.settle()
            try require(bench.lines.all, [], "additions")
            transport.pipes.last?.receive(.frame(#"{"t":"d","d":{"a":"d","b":{"p":"list","d":{"a":1},"t":2}}}"#))
            bench.settle()
            try require(bench.lines.all, ["a"], "additions of a push with the present tag")
            second?.cancel()
        },
        Contract("the frames of an earlier connection have no effect") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            manager["value"].subscribe(to: .valueChange, queue: bench.queue) { bench.lines.add($0.value.description) }
            bench.settle()
            application.datasyncService.isConnectionEnabled = false
            application.datasyncService.isConnectionEnabled = true
            try await waitUntil("the second connection") { transport.pipes.count == 2 }
            bench.settle()
            transport.pipes[0].receive(.frame(#"{"t":"d","d":{"a":"d","b":{"p":"value","d":"late"}}}"#))
            transport.pipes[0].receive(.closed(reason: "late"))
            bench.settle()
            try await manager["value"].set(.raw, 1)
            bench.settle()
            try require(bench.lines.all, ["null", "1"], "the values")
            try require(transport.pipes.count, 2, "connections")
        },
        Contract("a malformed message ends the connection, and a new one follows") {
            let bench = ContractBench()
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            transport.pipes.last?.receive(.frame("{"))
            try await waitUntil("the second connection") { transport.pipes.count == 2 }
            try require(transport.closeCount, 1, "closed connections")
            bench.settle()
            try require(bench.diagnostics.all.map(\.code.rawValue), ["disconnected"], "diagnostics")
            withExtendedLifetime(application) {}
        },
        Contract("a read while the connection is being opened waits for it") {
            let bench = ContractBench()
            try bench.backend.setData(["value": 1])
            let transport = RecordingTransport(bench)
            transport.holdsFrames = true
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            _ = manager["value"].promise.value().tap(on: bench.queue) { result in
                bench.lines.add((try? result.get().description) ?? "failed")
            }
            bench.settle()
            try require(bench.lines.all, [], "values before the connection is open")
            transport.holdsFrames = false
            for hello in transport.received { transport.pipes.last?.receive(.frame(hello)) }
            bench.settle()
            try require(bench.lines.all, ["1"], "the value")
        },
    ]
}
