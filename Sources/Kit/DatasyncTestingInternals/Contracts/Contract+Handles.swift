import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncTesting
import Dispatch

/// Contracts about the lifetimes of handles, and about the listeners that a call ends.
extension Contract {
    static let handles = [
        Contract("the release of a manager cancels the subscriptions that it stores") {
            let bench = ContractBench()
            let application = bench.application()
            var manager: DatasyncManager? = application.datasyncService.createManager()
            manager?["value"].subscribe(to: .valueChange, queue: bench.queue) { _ in
            } onCompletion: { _ in
                bench.lines.add("completed")
            }
            try require(application.registrationCount, 1, "registrations")
            manager = nil
            bench.settle()
            try require(application.registrationCount, 0, "registrations after the release")
            try require(bench.lines.all, ["completed"], "completions")
        },
        Contract("the release of a subscription that nothing stores ends it") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var made = manager["value"].subscribe(to: .valueChange, stores: false, queue: bench.queue) { _ in }
            bench.settle()
            try require(application.registrationCount, 1, "registrations")
            try require(made != nil, "the subscription was made")
            made = nil
            bench.settle()
            try require(application.registrationCount, 0, "registrations after the release")
        },
        Contract("the release of an iterator ends its subscription") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var iterator: DatasyncEvents.AsyncIterator? = manager["value"].events().makeAsyncIterator()
            _ = try await iterator?.next()
            try require(application.registrationCount, 1, "registrations")
            iterator = nil
            try require(application.registrationCount, 0, "registrations after the release")
        },
        Contract("an ended subscription releases its closures") {
            final class Capture: Sendable {}
            let bench = ContractBench()
            let application = bench.application()
            let node = Webcom.App(application).serverlessDb.rootNode.relativeNode("value")
            weak let weakCapture: Capture?
            do {
                let capture = Capture()
                weakCapture = capture
                let callback = Webcom.Callback(queue: bench.queue) { _, _ in _ = capture }
                node.subscribe(Webcom.Event.ValueChange, callback)
            }
            bench.settle()
            try require(weakCapture != nil, "an active subscription retains its callback")
            try bench.backend.setRules(#"{"rules": {}}"#)
            bench.settle()
            try require(weakCapture == nil, "a revoked subscription releases its callback")
            try require(application.client.listeners.isEmpty, "the client retains no ended subscription")
        },
        Contract("a callback that is subscribed twice to the same events receives each once") {
            let bench = ContractBench()
            let application = bench.application()
            let node = Webcom.App(application).serverlessDb.rootNode.relativeNode("value")
            let callback = Webcom.Callback(queue: bench.queue) { _, _ in bench.lines.add("event") }
            node.subscribe(Webcom.Event.ValueChange, callback)
            node.subscribe(Webcom.Event.ValueChange, callback)
            bench.settle()
            try require(bench.lines.all, ["event"], "events")
            node.subscribe(Webcom.Event.ValueChange.WithoutData, callback)
            bench.settle()
            try require(bench.lines.all, ["event", "event"], "events with hidden data too")
            node.unsubscribe(callback)
            bench.settle()
            try require(application.registrationCount, 0, "registrations")
        },
        Contract("unsubscribe ends the subscriptions of one callback only") {
            let bench = ContractBench()
            let application = bench.application()
            let node = Webcom.App(application).serverlessDb.rootNode.relativeNode("value")
            let first = Webcom.Callback(queue: bench.queue) { _, _ in }
            let second = Webcom.Callback(queue: bench.queue) { _, _ in }
            node.subscribe(Webcom.Event.ValueChange, first)
            node.subscribe(Webcom.Event.ValueChange, second)
            Webcom(application).child("value").on("value", queue: bench.queue) { _, _ in }
            node.unsubscribe(first)
            try require(application.registrationCount, 2, "registrations")
        },
        Contract("once delivers one event and then ends") {
            let bench = ContractBench()
            let application = bench.application()
            let node = Webcom(application).child("value")
            node.once("value", queue: bench.queue) { snapshot, _ in bench.lines.add(snapshot.text) }
            let release = bench.block()
            node.set(1, queue: bench.queue) { _ in }
            release()
            bench.settle()
            try require(bench.lines.all, ["null"], "events")
            try require(application.registrationCount, 0, "registrations")
        },
        Contract("off ends the listeners of its query and its events only") {
            let bench = ContractBench()
            let application = bench.application()
            let node = Webcom(application).child("list")
            node.on("value", queue: bench.queue) { _, _ in }
            node.limit(1).on("child_added", queue: bench.queue) { _, _ in }
            node.on(["child_added", "child_removed"], queue: bench.queue) { _, _ in }
            let other = Webcom.Callback(queue: bench.queue) { _, _ in }
            Webcom.App(application).serverlessDb.rootNode.relativeNode("list").subscribe(Webcom.Event.Child, other)
            node.off("child_changed")
            try require(application.registrationCount, 4, "registrations after off of another event")
            node.off("child_removed")
            try require(application.registrationCount, 3, "registrations after off of an event")
            node.off()
            try require(application.registrationCount, 2, "registrations after off")
        },
        Contract("a constraint with two starts, ends, orders or limits is refused") {
            let bench = ContractBench()
            let application = bench.application()
            let node = Webcom(application).child("list").orderByValue()
            let queries = [
                node.startAt(1).startAt(2), node.endAt(1).endAt(2), node.orderByKey(),
                node.limitToFirst(1).limitToLast(2),
            ]
            for query in queries {
                query.on("value", queue: bench.queue) { _, _ in
                } revoked: {
                    bench.lines.add($0.code.rawValue)
                }
            }
            bench.settle()
            try require(bench.lines.all, Array(repeating: "invalidConstraint", count: 4), "errors")
        },
        Contract("a limit after a start counts from the first child, in every order") {
            let bench = ContractBench()
            try bench.backend.setData(["list": ["a": 1, "b": 2, "c": 3]])
            let application = bench.application()
            let node = Webcom(application).child("list").orderByValue()
            for query in [node.startAt(1).limit(2), node.limit(2)] {
                query.on("value", queue: bench.queue) { snapshot, _ in bench.lines.add(snapshot.text) }
            }
            bench.settle()
            try require(bench.lines.all, [#"{"a":1,"b":2}"#, #"{"b":2,"c":3}"#], "the children")
        },
        Contract("names of both families cannot be mixed") {
            let bench = ContractBench()
            let application = bench.application()
            Webcom(application).child("list").on(["value", "child_added"], queue: bench.queue) { _, _ in
            } revoked: {
                bench.lines.add($0.code.rawValue)
            }
            bench.settle()
            try require(bench.lines.all, ["mixedEventFamilies"], "errors")
        },
        Contract("excluded revocations are not reported, others to the callback or its closure") {
            let bench = ContractBench()
            let application = bench.application()
            let node = Webcom.App(application).serverlessDb.rootNode.relativeNode("value")
            let plain = Webcom.Callback(queue: bench.queue) { snapshot, _ in
                if snapshot.event.isRevocation { bench.lines.add("plain") }
            }
            let observed = Webcom.Callback(queue: bench.queue) { snapshot, _ in
                if snapshot.event.isRevocation { bench.lines.add("wrong") }
            }.onCanceled(queue: bench.queue) { _ in bench.lines.add("observed") }
            let excluded = Webcom.Callback(queue: bench.queue) { snapshot, _ in
                if snapshot.event.isRevocation { bench.lines.add("excluded") }
            }
            node.subscribe(Webcom.Event.ValueChange, plain)
            node.subscribe(Webcom.Event.ValueChange, observed)
            node.subscribe(Webcom.Event.ValueChange.excludeRevocations(), excluded)
            bench.settle()
            try bench.backend.setRules(#"{"rules": {}}"#)
            bench.settle()
            try require(bench.lines.all, ["plain", "observed"], "revocations")
        },
        Contract("WithoutData hides the value in every form") {
            let bench = ContractBench()
            try bench.backend.setData(["value": ["secret": 1]])
            let application = bench.application()
            let node = Webcom.App(application).serverlessDb.rootNode.relativeNode("value")
            let callback = Webcom.Callback(queue: bench.queue) { snapshot, _ in
                bench.lines.add(
                    "\(snapshot.isHidden) \(snapshot.exists) \(snapshot.val() == nil) \(snapshot.childCount)")
            }
            node.subscribe(Webcom.Event.ValueChange.WithoutData, callback)
            let manager = application.datasyncService.createManager()
            manager["value"].subscribe(to: .value(withoutData: true), queue: bench.queue) { event in
                bench.lines.add("\(event.value.json == nil)")
            }
            bench.settle()
            try require(bench.lines.all, ["true true true 0", "true"], "the snapshots")
        },
    ]
}
