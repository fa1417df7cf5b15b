import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncTesting
import DatasyncTree

/// Contracts about the buffers of sequences.
extension Contract {
    static let buffers = [
        Contract("a bounded sequence delivers as many events as its bound, then ends with an overflow") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var exact = manager["value"].events(.valueChange, delivery: .bounded(3)).makeAsyncIterator()
            for number in 1...2 { try await manager["value"].set(.raw, number) }
            for expected in ["null", "1", "2"] {
                try require(try await exact.next()?.value.description ?? "end", expected, "the value")
            }
            for number in 3...6 { try await manager["value"].set(.raw, number) }
            for expected in ["3", "4", "5"] {
                try require(
                    try await exact.next()?.value.description ?? "end", expected, "the value before the overflow")
            }
            do {
                let more = try await exact.next()
                throw Violation(description: "\(more.debugDescription) follows an overflow instead of an error")
            } catch let error as WebcomError {
                try require(error.code.rawValue, "overflow", "the error")
            }
            try require(try await exact.next() == nil, "the sequence has ended after its error")
            try require(application.registrationCount, 0, "registrations after the overflow")
        },
        Contract("a lossless sequence keeps every event, in order") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var iterator = manager["value"].events(.valueChange).makeAsyncIterator()
            for round in 0..<3 {
                for number in 1...200 { try await manager["value"].set(.raw, round * 1000 + number) }
                if round == 0 { _ = try await iterator.next() }
                for number in 1...200 {
                    let text = try await iterator.next()?.value.description ?? "end"
                    try require(text, "\(round * 1000 + number)", "the value")
                }
            }
        },
        Contract("a revocation follows the events that the consumer has not taken") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var iterator = manager["value"].events(.valueChange).makeAsyncIterator()
            try await manager["value"].set(.raw, 1)
            try bench.backend.setRules(#"{"rules": {}}"#)
            try require(try await iterator.next()?.value.description ?? "end", "null", "the first value")
            try require(try await iterator.next()?.value.description ?? "end", "1", "the second value")
            do {
                _ = try await iterator.next()
                throw Violation(description: "a revoked sequence ends without an error")
            } catch let error as WebcomError {
                try require(error.code.rawValue, "permissionDenied", "the error")
            }
        },
        Contract("a cancelled sequence delivers none of its buffered events") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var iterator = manager["value"].events(.valueChange).makeAsyncIterator()
            try await manager["value"].set(.raw, 1)
            iterator.buffer.subscription?.cancel()
            try require(try await iterator.next() == nil, "the sequence has ended")
        },
        Contract("the end of a task ends its wait for an event") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let task = Task {
                var iterator = manager["value"].events(.valueChange).makeAsyncIterator()
                while try await iterator.next() != nil {}
                return withExtendedLifetime(iterator) { application.registrationCount }
            }
            try await waitUntil("the registration") { application.registrationCount == 1 }
            task.cancel()
            try require(try await task.value, 0, "registrations")
        },
        Contract("coalesced child events lead to the same children as all events") {
            for seed in 1...150 as ClosedRange<UInt64> { try await coalesced(seed: seed) }
        },
        Contract("without changes, a removal and an addition of another value both remain") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let other = bench.application().datasyncService.createManager()
            try await other["list/a"].set(.raw, 1)
            let type = DatasyncEventType.child(addition: true, removal: true)
            var iterator = manager["list"].events(type, delivery: .coalescing).makeAsyncIterator()
            _ = try await iterator.next()
            try await other["list/a"].clear()
            try await other["list/a"].set(.raw, 2)
            try await other["list/b"].set(.raw, 3)
            var lines: [String] = []
            while lines.last != "child_added b 3", let event = try await iterator.next() {
                lines.append("\(event.eventType) \(event.key) \(event.value)")
            }
            try require(lines, ["child_removed a 1", "child_added a 2", "child_added b 3"], "the events")
        },
        Contract("a coalesced value is the latest one, and keeps its kind") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var iterator = manager["value"].events(.valueEvent, delivery: .coalescing).makeAsyncIterator()
            for number in 1...3 { try await manager["value"].set(.raw, number) }
            let event = try await iterator.next()
            try require(
                "\(event?.eventType.description ?? "") \(event?.value.description ?? "")", "value 3", "the event")
            try require(event?.isAcknowledged == true, "the event is acknowledged")
        },
        Contract("an addition and a removal of a child cancel out, and a change keeps an addition") {
            let bench = ContractBench()
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var iterator = manager["list"].events(.childEvent, delivery: .coalescing).makeAsyncIterator()
            for (key, value) in [("a", 1), ("b", 1), ("b", 2), ("a", nil), ("c", 3)] as [(String, Int?)] {
                try await manager["list"][key].set(.raw, value)
            }
            var lines: [String] = []
            for _ in 0..<2 {
                guard let event = try await iterator.next() else { break }
                lines.append(
                    "\(event.eventType) \(event.key) \(event.value) \(event.previousChildKey ?? "first") \(event.isAcknowledged)"
                )
            }
            try require(lines, ["child_added b 2 first true", "child_added c 3 b true"], "the events")
        },
    ]

    /// Takes the coalesced events of random writes at random times, and compares the resulting list with the data.
    private static func coalesced(seed: UInt64) async throws {
        let random = SeededRandom(seed: seed)
        let bench = ContractBench()
        let application = bench.application()
        let manager = application.datasyncService.createManager()
        let list = manager["list"]
        let keys = ["a", "b", "c", "d"]
        var iterator = list.events(.childEvent, delivery: .coalescing).makeAsyncIterator()
        var rows: [(key: String, value: String, isAcknowledged: Bool)] = []
        var removed: Set<String> = []
        var isHeld = false
        for round in 0..<8 {
            for _ in 0..<(1 + random.below(5)) {
                let key = random.pick(keys)
                switch random.below(6) {
                case 0:
                    isHeld.toggle()
                    if isHeld {
                        try bench.backend.holdResponses(to: application)
                    } else {
                        try bench.backend.releaseResponses(to: application)
                    }
                case 1, 2: list[key].promise.clear()
                default: list[key].promise.set(.raw, random.below(3))
                }
            }
            if round == 7, isHeld { try bench.backend.releaseResponses(to: application) }
            // The marker sorts last, so that all other events precede it.
            list["zz"].promise.set(.raw, round)
            var isOver = false
            while !isOver, let event = try await iterator.next() {
                isOver = event.key == "zz" && event.eventType != .childAcknowledgement
                if event.key == "zz" { continue }
                try apply(event, to: &rows, &removed, seed)
            }
        }
        let expected = ((bench.backend.data as? [String: Any])?["list"] as? [String: Any] ?? [:])
            .filter { $0.key != "zz" }.map { "\($0.key)=\($0.value)" }.sorted()
        try require(rows.map { "\($0.key)=\($0.value)" }, expected, "the children with seed \(seed)")
        try require(rows.allSatisfy(\.isAcknowledged), "all children are acknowledged with seed \(seed)")
        try require(removed.isEmpty, "all removals are acknowledged with seed \(seed)")
    }

    private static func apply(
        _ event: DatasyncEvent, to rows: inout [(key: String, value: String, isAcknowledged: Bool)],
        _ removed: inout Set<String>, _ seed: UInt64
    ) throws {
        let what = "\(event.eventType) \(event.key) \(event.value) with seed \(seed)"
        let place = rows.firstIndex { $0.key == event.key }
        switch event.eventType {
        case .childAddition:
            try require(place == nil, "the child of \(what) is new")
            removed.remove(event.key)
            rows.append((event.key, event.value.description, event.isAcknowledged))
        case .childChange:
            guard let place else { throw Violation(description: "the child of \(what) is unknown") }
            rows[place] = (event.key, event.value.description, event.isAcknowledged)
        case .childRemoval:
            guard let place else { throw Violation(description: "the child of \(what) is unknown") }
            try require(rows[place].value, event.value.description, "the old value of \(what)")
            rows.remove(at: place)
            if !event.isAcknowledged { removed.insert(event.key) }
            return
        default:
            guard let place else {
                try require(removed.remove(event.key) != nil, "\(what) acknowledges a removal")
                return
            }
            try require(!rows[place].isAcknowledged, "\(what) acknowledges a local value")
            try require(rows[place].value, event.value.description, "the value of \(what)")
            rows[place].isAcknowledged = true
        }
        rows.sort { $0.key < $1.key }
        let before = rows.last { $0.key < event.key }?.key
        try require(event.previousChildKey, before, "the previous key of \(what)")
    }
}
