import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import DatasyncTesting
import DatasyncTree
import Dispatch

/// Contracts about reads, waits and transactions.
extension Contract {
    static let operations = [
        Contract("a read without a connection shows the pending writes, not acknowledged") {
            let bench = ContractBench()
            try bench.backend.setData(["value": ["a": 1]])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            manager["value"].subscribe(to: .valueChange, queue: bench.queue) { _ in }
            try bench.backend.dropConnection(of: application)
            manager["value/b"].promise.set(.raw, 2)
            let value = try await manager["value"].value()
            try require(value.description, #"{"a":1,"b":2}"#, "the value")
            try require(!value.isAcknowledged && value.isKnown, "the value is local and known")
            let unknown = try await manager["other"].value()
            try require(!unknown.isKnown && !unknown.isAcknowledged, "an unknown value is not acknowledged")
        },
        Contract("a read of an embedded back end shows the pending writes") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            try bench.backend.holdResponses(to: application)
            _ = manager["value"].promise.set(.raw, 1)
            _ = manager["value"].promise.value().tap(on: bench.queue) { bench.lines.add("\($0.map(\.description))") }
            _ = manager["value"].promise.set(.raw, 2)
            try bench.backend.releaseResponses(to: application)
            bench.settle()
            try require(bench.lines.all, [#"success("2")"#], "the value with the write that was pending")
        },
        Contract("a read is settled from the cache if the connection is lost before the response") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            try bench.backend.holdResponses(to: application)
            _ = manager["value"].promise.value().tap(on: bench.queue) { result in
                bench.lines.add("\((try? result.get().isKnown) ?? true)")
            }
            try bench.backend.dropConnection(of: application)
            bench.settle()
            try require(bench.lines.all, ["false"], "whether the value is known")
        },
        Contract("the data of an ended subscription stay readable, unless the policy discards them") {
            let bench = ContractBench()
            try bench.backend.setData(["kept": 1, "forgotten": 2])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            for (path, policy) in [("kept", DatasyncCompletedSubscriptionPolicy.keepData), ("forgotten", .forgetData)] {
                let made = manager[path].subscribe(to: .valueChange, queue: bench.queue) { _ in }
                made?.completedSubscriptionPolicy = policy
                bench.settle()
                made?.cancel()
                bench.settle()
            }
            try bench.backend.dropConnection(of: application)
            let (kept, forgotten) = (try await manager["kept"].value(), try await manager["forgotten"].value())
            try require(kept.description, "1", "the kept value")
            try require(kept.isKnown && !forgotten.isKnown, "only the kept value is known")
        },
        Contract("a callback's policy applies at the end, and the closure for the end can replace it") {
            let bench = ContractBench()
            try bench.backend.setData(["kept": 1, "forgotten": 2])
            let application = bench.application()
            let root = Webcom.App(application).serverlessDb.rootNode
            let forgets = Webcom.Callback(queue: bench.queue, policy: Webcom.FORGET) { _, _ in }
            let keeps = Webcom.Callback(queue: bench.queue, policy: Webcom.FORGET) { _, _ in }
                .onCanceled(queue: bench.queue) { _ in Webcom.KEEP }
            root.relativeNode("forgotten").subscribe(Webcom.Event.ValueChange, forgets)
            root.relativeNode("kept").subscribe(Webcom.Event.ValueChange, keeps)
            bench.settle()
            root.relativeNode("forgotten").unsubscribe(forgets)
            root.relativeNode("kept").unsubscribe(keeps)
            bench.settle()
            try bench.backend.dropConnection(of: application)
            let kept = try await root.relativeNode("kept").get().value
            let forgotten = try await root.relativeNode("forgotten").get().value
            try require(kept.isKnown && !forgotten.isKnown, "only the kept value is known")
        },
        Contract("the end of a task ends its wait for a write, whose failure goes to the diagnostics") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            try bench.backend.holdResponses(to: application)
            let task = Task {
                do {
                    try await manager["value"].set(.raw, 1)
                    return "done"
                } catch {
                    return (error as? WebcomError)?.code.rawValue ?? "\(error)"
                }
            }
            try await waitUntil("the write") { application.client.engine.unsettledCount == 1 }
            task.cancel()
            try require(await task.value, "cancelled", "the end of the wait")
            try bench.backend.setRules(#"{"rules": {".read": true}}"#)
            try bench.backend.releaseResponses(to: application)
            bench.settle()
            try require(bench.diagnostics.all.map(\.code.rawValue), ["permissionDenied"], "diagnostics")
        },
        Contract("a failed write without a completion goes to the diagnostics") {
            let bench = ContractBench()
            try bench.backend.setRules(#"{"rules": {".read": true}}"#)
            let application = bench.application()
            Webcom(application).child("value").set(1)
            try await waitUntil("the diagnostic") { bench.diagnostics.all.count == 1 }
        },
        Contract("a transaction fails after 25 attempts whose value changed") {
            let bench = ContractBench()
            let (application, other) = (bench.application(), bench.application())
            let otherNode = Webcom(other).child("value")
            let attempts = Collected<Int>()
            let number = Guarded(0)
            Webcom(application).child("value").transaction(
                { _ in
                    attempts.add(1)
                    let next = number.withLock { number -> Int in
                        number += 1
                        return number
                    }
                    if next > 60 { return nil }
                    otherNode.set(1000 + next, queue: bench.queue) { _ in }
                    return next
                }, queue: bench.queue
            ) { error, isCommitted, _ in bench.lines.add("\(error?.code.rawValue ?? "none") \(isCommitted)") }
            try await waitUntil("the end of the transaction") { !bench.lines.all.isEmpty }
            try require(bench.lines.all, ["tooManyRetries false"], "the result")
            try require(attempts.all.count, 25, "attempts")
        },
        Contract("a transaction whose value changes while its function runs shows no result of that attempt") {
            let bench = ContractBench()
            let (application, other) = (bench.application(), bench.application())
            let manager = application.datasyncService.createManager()
            manager["value"].subscribe(to: .valueChange, queue: bench.queue) { bench.lines.add($0.value.description) }
            let isFirst = Guarded(true)
            let otherNode = Webcom(other).child("value")
            let done = Collected<Bool>()
            Webcom(application).child("value").transaction(
                { present in
                    if isFirst.exchange(false) { otherNode.set(10, queue: bench.queue) { _ in } }
                    return ((present as? Double) ?? 0) + 1
                }, queue: bench.queue
            ) { _, isCommitted, _ in done.add(isCommitted) }
            try await waitUntil("the end of the transaction") { done.all == [true] }
            bench.settle()
            try require(bench.lines.all, ["null", "10", "11"], "the values")
        },
        Contract("the function of an overridden transaction does not run again") {
            let bench = ContractBench()
            let (application, other) = (bench.application(), bench.application())
            let node = Webcom(application).child("value")
            node.on("value", queue: bench.queue) { _, _ in }
            try bench.backend.holdResponses(to: application)
            let attempts = Collected<Int>()
            node.transaction(
                { _ in
                    attempts.add(1)
                    return 1
                }, queue: bench.queue
            ) { error, _, _ in bench.lines.add(error?.code.rawValue ?? "committed") }
            node.set(2, queue: bench.queue) { _ in }
            Webcom(other).child("value").set(3, queue: bench.queue) { _ in }
            try bench.backend.releaseResponses(to: application)
            bench.settle()
            try require(bench.lines.all, ["overridden"], "the result")
            try require(attempts.all.count, 1, "attempts")
        },
        Contract("an overridden transaction results in its own value, also if its response is lost") {
            try await requireResultOfLostResponse { bench, node in node.set(3, queue: bench.queue) { _ in } }
        },
        Contract("a transaction results in the committed value, also if its response is lost and others write") {
            try await requireResultOfLostResponse { bench, _ in try bench.backend.setData(["value": 3]) }
        },
        Contract("a transaction without local events shows its result after the response only") {
            let bench = ContractBench()
            let application = bench.application()
            Webcom(application).child("value").on("value", queue: bench.queue) { snapshot, _ in
                bench.lines.add("\(snapshot.text) \(snapshot.acknowledged())")
            }
            bench.settle()
            try bench.backend.holdResponses(to: application)
            Webcom(application).child("value").transaction({ _ in 1 }, queue: bench.queue, applyLocally: false, nil)
            bench.settle()
            try bench.backend.releaseResponses(to: application)
            bench.settle()
            try require(bench.lines.all, ["null true", "1 true"], "the values")
        },
        Contract("the accepted credential is sent again after a reconnect, but not one that was refused") {
            let bench = ContractBench()
            try bench.backend.setRules(#"{"rules": {".read": "auth != null", ".write": "auth != null"}}"#)
            let transport = RecordingTransport(bench)
            let application = bench.application(transport)
            let manager = application.datasyncService.createManager()
            try await application.authentication.signIn(token: "ada")
            transport.pipes.last?.drop()
            try await waitUntil("the second connection") { transport.pipes.count == 2 }
            try await manager["value"].set(.raw, 1)
            try require(transport.actions.filter { $0.hasPrefix("auth") }.count, 2, "requests with the credential")
            try? await application.authentication.signIn(token: "")
            transport.pipes.last?.drop()
            try await waitUntil("the third connection") { transport.pipes.count == 3 }
            bench.settle()
            // The session has kept its user, and so has the client.
            try require(transport.actions.filter { $0.hasPrefix("auth") }.count, 4, "requests with a credential")
            try await manager["value"].set(.raw, 2)
        },
    ]

    /// Requires that a transaction with a lost response returns its own value 2, although the value is 3 by then.
    ///
    /// - Parameter change: Sets the value 3 after the transaction was sent.
    /// - Throws: ``Violation`` if the transaction returns another value.
    private static func requireResultOfLostResponse(
        _ change: (_ bench: ContractBench, _ node: Webcom) throws -> Void
    ) async throws {
        let bench = ContractBench()
        try bench.backend.setData(["value": 1])
        let transport = RecordingTransport(bench)
        let node = Webcom(bench.application(transport)).child("value")
        node.on("value", queue: bench.queue) { _, _ in }
        bench.settle()
        transport.losesResponses = true
        node.transaction({ _ in 2 }, queue: bench.queue) { error, _, snapshot in
            bench.lines.add(snapshot?.text ?? error?.code.rawValue ?? "none")
        }
        bench.settle()
        try change(bench, node)
        bench.settle()
        transport.losesResponses = false
        // The first message on the next connection is the value of the later write.
        transport.pipes.last?.drop()
        try await waitUntil("the result") { !bench.lines.all.isEmpty }
        try require(bench.lines.all, ["2"], "the result")
    }
}
