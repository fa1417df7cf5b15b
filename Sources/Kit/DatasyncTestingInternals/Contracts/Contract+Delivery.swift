import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncTesting
import DatasyncTree
import Dispatch

/// Contracts about queues, and about the order and the end of deliveries.
extension Contract {
    static let delivery = [
        Contract("deliveries on a concurrent queue run one at a time, in order") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            let keys = Collected<String>()
            let counts = Guarded((active: 0, overlaps: 0))
            let overlap = DispatchSemaphore(value: 0)
            manager["list"].subscribe(to: .childAddition, queue: queue) { event in
                let isOverlap = counts.withLock { counts in
                    if counts.active > 0 { counts.overlaps += 1 }
                    counts.active += 1
                    return counts.active > 1
                }
                keys.add(event.key)
                // The first deliveries wait a moment for a second one, which must not begin meanwhile.
                if isOverlap { overlap.signal() }
                if !isOverlap, keys.all.count < 20 { _ = overlap.wait(timeout: .now() + .milliseconds(2)) }
                counts.withLock { $0.active -= 1 }
            }
            let names = (100..<160).map(String.init)
            for name in names { manager["list/\(name)"].promise.set(.raw, 1) }
            try await waitUntil("60 deliveries") { keys.all.count == 60 }
            try require(counts.withLock(\.overlaps), 0, "deliveries at the same time")
            try require(keys.all, names, "the order of the deliveries")
        },
        Contract("on a serial queue each delivery keeps its turn among other work") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            manager["list"].subscribe(to: .childAddition, queue: bench.queue) { bench.lines.add($0.key) }
            bench.settle()
            let release = bench.block()
            manager["list/a"].promise.set(.raw, 1)
            bench.queue.async { bench.lines.add("work") }
            manager["list/b"].promise.set(.raw, 1)
            release()
            bench.settle()
            try require(bench.lines.all, ["a", "work", "b"], "the order on the queue")
        },
        Contract("each subscription is called on its own queue") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let key = DispatchSpecificKey<String>()
            let names = ["first", "second", "first again"]
            let queues = names.map { name in
                let queue = DispatchQueue(label: name)
                queue.setSpecific(key: key, value: name)
                return queue
            }
            for (name, queue) in zip(names, queues) {
                manager["value"].subscribe(to: .valueChange, queue: queue) { _ in
                    bench.lines.add("\(name) on \(DispatchQueue.getSpecific(key: key) ?? "another queue")")
                }
            }
            manager["value"].promise.set(.raw, 1)
            try await waitUntil("6 deliveries") { bench.lines.all.count >= 6 }
            let expected = names.flatMap { ["\($0) on \($0)", "\($0) on \($0)"] }.sorted()
            try require(bench.lines.all.sorted(), expected, "the queues")
        },
        Contract("the many events of one call are delivered in order") {
            let bench = ContractBench()
            let names = (1000..<2500).map(String.init)
            try bench.backend.setData(["list": Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            for _ in 0..<3 {
                manager["list"].subscribe(to: .childAddition, queue: bench.queue) { bench.lines.add($0.key) }
            }
            try await waitUntil("all deliveries") { bench.lines.all.count == 4500 }
            try require(bench.lines.all == names + names + names, "the events are in the order of the keys")
        },
        Contract("no event follows a cancellation inside a delivery, only the completion") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let own = Guarded<DatasyncSubscription?>(nil)
            let made = manager["value"].subscribe(to: .valueChange, queue: bench.queue) { event in
                bench.lines.add("event")
                own.withLock(\.self)?.cancel()
            } onCompletion: {
                bench.lines.add("\($0)")
            }
            own.withLock { $0 = made }
            let release = bench.block()
            for number in 1...3 { manager["value"].promise.set(.raw, number) }
            release()
            bench.settle()
            let events = bench.lines.all
            try require(events.last, "cancellation", "the last call")
            try require(events.count <= 3, "no event follows the cancellation: \(events)")
        },
        Contract("a cancellation discards the events that wait on the queue") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let made = manager["value"].subscribe(to: .valueChange, queue: bench.queue) { _ in
                bench.lines.add("event")
            } onCompletion: {
                bench.lines.add("\($0)")
            }
            bench.settle()
            let release = bench.block()
            for number in 1...3 { manager["value"].promise.set(.raw, number) }
            made?.cancel()
            release()
            bench.settle()
            try require(bench.lines.all, ["event", "cancellation"], "the calls")
        },
        Contract("a subscription that is cancelled before its revocation is delivered ends as cancelled") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let made = manager["value"].subscribe(to: .valueChange, queue: bench.queue) { _ in
            } onCompletion: { completion in
                if case .cancellation = completion { bench.lines.add("cancelled") } else { bench.lines.add("revoked") }
            }
            bench.settle()
            let release = bench.block()
            try bench.backend.setRules(#"{"rules": {}}"#)
            made?.cancel()
            release()
            bench.settle()
            try require(bench.lines.all, ["cancelled"], "the completions")
        },
        Contract("handlers of a write run after its events, on a concurrent queue too") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            application.defaultQueue = queue
            manager["value"].subscribe(to: .valueEvent, queue: queue) { event in
                bench.lines.add("\(event.eventType)")
            }
            try await waitUntil("the first value") { bench.lines.all.count == 1 }
            for _ in 0..<10 {
                let before = bench.lines.all.count
                _ = manager["value"].promise.set(.raw, before).tap(on: nil) { _ in bench.lines.add("done") }
                try await waitUntil("the handler") { bench.lines.all.count >= before + 3 }
            }
            let expected = ["value"] + (0..<10).flatMap { _ in ["value", "value_ack", "done"] }
            try require(bench.lines.all, expected, "the calls")
        },
        Contract("the node of the connection status changes with the connection") {
            let bench = ContractBench()
            let application = bench.application()
            Webcom(application).child(".info/connected").on("value", queue: bench.queue) { snapshot, _ in
                bench.lines.add(snapshot.text)
            }
            bench.settle()
            try bench.backend.dropConnection(of: application)
            bench.settle()
            try bench.backend.restoreConnection(of: application)
            bench.settle()
            try require(bench.lines.all, ["true", "false", "true"], "the values")
        },
        Contract("an observer of the connection is called once for each status") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            manager.subscribeToStateChange(queue: bench.queue) { bench.lines.add("\($0)".prefix(9).description) }
            manager.subscribeToStateChange(queue: bench.queue) { _ in }
            bench.settle()
            let before = bench.lines.all.count
            try require(before, 1, "calls with the present status")
            try bench.backend.dropConnection(of: application)
            bench.settle()
            try require(bench.lines.all.count, 2, "calls after a lost connection")
        },
    ]
}
