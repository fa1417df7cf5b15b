import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncLive
import DatasyncTesting
import Dispatch

/// Contracts about live objects, live collections and item updates.
extension Contract {
    static let live = [
        Contract("a live object loads, shows local values, and is fresh after the response") {
            let bench = ContractBench()
            try bench.backend.setData(["value": 1])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            try bench.backend.holdResponses(to: application)
            let object = manager["value"].liveObject(as: Int.self, queue: bench.queue)
            let before = object.state
            try require(
                "\(before.loadingStatus) \(before.dataStatus) \(before.model ?? 0)", "loading notExist 0", "at first")
            let node = Webcom(application).child("value")
            let legacy = node.liveObject(queue: bench.queue)
            for name in ["loadingStatusChanged", "dataStatusChanged", "dataUpdated", "dataError"] {
                legacy.on(name, queue: bench.queue) {
                    bench.lines.add("\(name) \($0.loadingStatus) \($0.dataStatus) \($0.origin)")
                }
            }
            bench.settle()
            try bench.backend.releaseResponses(to: application)
            bench.settle()
            try require(object.model, 1, "the model")
            try require(
                bench.lines.all,
                [
                    "loadingStatusChanged loaded fresh backEnd", "dataStatusChanged loaded fresh backEnd",
                    "dataUpdated loaded fresh backEnd",
                ], "the notifications of the response")
            try bench.backend.holdResponses(to: application)
            node.set(2, queue: bench.queue) { _ in }
            bench.settle()
            try require("\(object.dataStatus) \(object.model ?? 0)", "local 2", "after a write")
            try bench.backend.releaseResponses(to: application)
            bench.settle()
            try require("\(object.dataStatus) \(object.model ?? 0)", "fresh 2", "after the response")
            // A write of the current value notifies no listener.
            node.set(2, queue: bench.queue) { _ in }
            bench.settle()
            try require(
                Array(bench.lines.all.dropFirst(3)),
                [
                    "dataStatusChanged loaded local local", "dataUpdated loaded local local",
                    "dataStatusChanged loaded fresh backEnd",
                ], "the notifications of writes")
        },
        Contract("a live object that is revoked keeps its model, and one that is disposed of has none") {
            let bench = ContractBench()
            try bench.backend.setData(["value": 1])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let revoked = manager["value"].liveObject(as: Int.self, queue: bench.queue)
            let disposed = manager["value"].liveObject(as: Int.self, queue: bench.queue)
            bench.settle()
            disposed.dispose()
            try require(
                "\(disposed.loadingStatus) \(disposed.dataStatus) \(disposed.model ?? 0)", "error error 0",
                "disposed of")
            try require(application.registrationCount, 1, "registrations")
            try bench.backend.setRules(#"{"rules": {}}"#)
            bench.settle()
            let state = revoked.state
            try require(
                "\(state.loadingStatus) \(state.dataStatus) \(state.model ?? 0)", "error error 1", "after a revocation")
            try require(state.error?.code.rawValue, "permissionDenied", "the error")
        },
        Contract("a once listener of a live object is called once") {
            let bench = ContractBench()
            let application = bench.application()
            let node = Webcom(application).child("value")
            let object = node.liveObject(queue: bench.queue)
            object.once("dataUpdated", queue: bench.queue) { _ in bench.lines.add("once") }
            bench.settle()
            for number in 1...3 { node.set(number, queue: bench.queue) { _ in } }
            bench.settle()
            try require(bench.lines.all, ["once"], "calls")
        },
        Contract("a live collection shows page by page, and follows its data") {
            let bench = ContractBench()
            try bench.backend.setData(["list": ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5]])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let list = manager["list"].liveCollection(of: Int.self, pageSize: 2, queue: bench.queue)
            let text = { "\(list.models.map(\.id).joined()) \(list.hasMore) \(list.loadingStatus) \(list.dataStatus)" }
            bench.settle()
            try require(text(), "ab true loaded fresh", "the first page")
            list.nextPage()
            bench.settle()
            try require(text(), "abcd true loaded fresh", "two pages")
            list.nextPage()
            bench.settle()
            try require(text(), "abcde false loaded fresh", "three pages")
            list.nextPage()
            bench.settle()
            try require(text(), "abcde false loaded fresh", "no further page")
            list.resetPage()
            bench.settle()
            try require(text(), "ab true loaded fresh", "the first page again")
            try require(application.registrationCount, 1, "registrations")
            try bench.backend.holdResponses(to: application)
            manager["list/0"].promise.set(.raw, 0)
            bench.settle()
            try require(text(), "0a true loaded local", "after a local write")
            try bench.backend.releaseResponses(to: application)
            bench.settle()
            try require(text(), "0a true loaded fresh", "after the response")
            for key in ["0", "c", "d", "e"] { try await manager["list/\(key)"].clear() }
            bench.settle()
            try require(text(), "ab false loaded fresh", "after removals")
            list.dispose()
            try require(text(), " false error error", "disposed of")
            try require(application.registrationCount, 0, "registrations after dispose")
        },
        Contract("a page is shown when the back end has sent it, not before") {
            let bench = ContractBench()
            try bench.backend.setData(["list": ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5]])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let list = manager["list"].liveCollection(of: Int.self, pageSize: 2, queue: bench.queue)
            bench.settle()
            try bench.backend.holdResponses(to: application)
            list.nextPage()
            bench.settle()
            manager["list/a"].promise.set(.raw, 9)
            bench.settle()
            try require(
                "\(list.models.map(\.model)) \(list.loadingStatus)", "[9, 2] loading", "while the page is requested")
            try bench.backend.releaseResponses(to: application)
            bench.settle()
            try require(
                "\(list.models.map(\.model)) \(list.loadingStatus)", "[9, 2, 3, 4] loaded", "after the response")
        },
        Contract("rows of a list follow the order of its constraint") {
            let bench = ContractBench()
            try bench.backend.setData(["list": ["a": 1, "b": 2, "c": 3]])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let constraint = DatasyncChildrenConstraint.ordered(by: .value)
            var rows = manager["list"].children(as: Int.self, childrenConstraint: constraint).makeAsyncIterator()
            try require(try await rows.next()?.map(\.key).joined(), "abc", "the first list")
            try await manager["list/a"].set(.raw, 9)
            try require(try await rows.next()?.map(\.key).joined(), "bca", "the list after a move")
        },
        Contract("a page that is refused is an error until it is requested again") {
            let bench = ContractBench()
            try bench.backend.setData(["list": ["a": 1, "b": 2, "c": 3]])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            let list = manager["list"].liveCollection(of: Int.self, pageSize: 1, queue: bench.queue)
            bench.settle()
            try bench.backend.refuseNextSubscription(of: application)
            list.nextPage()
            bench.settle()
            try require("\(list.models.count) \(list.loadingStatus) \(list.dataStatus)", "1 error fresh", "refused")
            manager["list/a"].promise.set(.raw, 5)
            bench.settle()
            try require(
                "\(list.models.map(\.id)) \(list.loadingStatus)", #"["a"] error"#, "still refused after a change")
            list.nextPage()
            bench.settle()
            try require("\(list.models.count) \(list.loadingStatus) \(list.dataStatus)", "2 loaded fresh", "again")
        },
        Contract("items of the mode command report ADD, UPDATE and DELETE") {
            try await items(
                .command, data: ["rows": ["a": ["n": 1, "m": 1], "b": ["n": 2]]],
                writes: [("rows/a/n", 3), ("rows/a/x", 1), ("rows/b", nil), ("rows/c", ["n": 4, "m": 0])],
                expected: [
                    "rows snapshot: key*=a, command*=ADD, n*=1, m*=1",
                    "rows snapshot: key*=b, command*=ADD, n*=2, m*=nil",
                    "end of rows", "rows: key=a, command*=UPDATE, n*=3, m=1",
                    "rows: key=b, command*=DELETE, n*=nil, m*=nil", "rows: key*=c, command*=ADD, n*=4, m*=0",
                ])
        },
        Contract("items of the mode merge report changed fields") {
            try await items(
                .merge, data: ["rows": ["n": 1, "m": 1]],
                writes: [("rows/n", 3), ("rows/x", 1), ("rows/m", nil)],
                expected: ["rows snapshot: n*=1, m*=1", "rows: n*=3, m=1", "rows: n=3, m*=nil"])
        },
        Contract("items of the mode distinct report the last messages, then additions only") {
            try await items(
                .distinct, data: ["rows": ["1": ["n": 1], "2": ["n": 2], "3": ["n": 3]]], snapshot: .length(2),
                writes: [("rows/4", ["n": 3]), ("rows/2/n", 7), ("rows/1", nil)],
                expected: [
                    "rows snapshot: n*=2, m*=nil", "rows snapshot: n*=3, m=nil", "end of rows", "rows: n=3, m=nil",
                ])
        },
        Contract("items of the mode raw report every value, and no snapshot") {
            try await items(
                .raw, data: ["rows": ["n": 1]], writes: [("rows/n", 2)],
                expected: ["rows: n*=1, m*=nil", "rows: n*=2, m=nil", "rows: n=2, m=nil"])
        },
        Contract("items without a snapshot report changes from then on") {
            try await items(
                .command, data: ["rows": ["a": ["n": 1, "m": 1]]], snapshot: .no, writes: [("rows/a/n", 3)],
                expected: ["rows: key*=a, command*=UPDATE, n*=3, m*=1"])
            try await items(
                .merge, data: ["rows": ["n": 1, "m": 1]], snapshot: .no, writes: [("rows/n", 1), ("rows/n", 3)],
                expected: ["rows: n*=3, m*=1"])
        },
        Contract("the second level of a command item follows each row, and ends with it") {
            let level = ItemSecondLevel(fields: ["name"]) { "names/\($0)" }
            try await items(
                .command, data: ["rows": ["a": ["n": 1]], "names": ["a": ["name": "ada"]]], fields: ["n"],
                secondLevel: level,
                writes: [("names/a/name", "ann"), ("rows/a", nil), ("names/a/name", "eve")],
                expected: [
                    "rows snapshot: key*=a, command*=ADD, n*=1, name*=nil", "end of rows",
                    "rows snapshot: key=a, command*=UPDATE, n=1, name*=ada",
                    "rows: key=a, command=UPDATE, n=1, name*=ann",
                    "rows: key=a, command*=DELETE, n*=nil, name=nil",
                ])
        },
        Contract("a list of rows skips children that cannot be decoded, or ends with an error") {
            let bench = ContractBench()
            try bench.backend.setData(["list": ["a": 1, "b": "text"]])
            let application = bench.application()
            let manager = application.datasyncService.createManager()
            var skipping = manager["list"].children(as: Int.self).makeAsyncIterator()
            try require(try await skipping.next()?.map(\.key), ["a"], "the rows")
            try await manager["list/b"].set(.raw, 2)
            _ = try await skipping.next()
            bench.settle()
            try require(bench.diagnostics.all.map(\.code.rawValue), ["decodingFailed"], "diagnostics")
            try bench.backend.setData(["list": ["a": 1, "b": "text"]])
            var ending = manager["list"].children(as: Int.self, undecodable: .end).makeAsyncIterator()
            do {
                _ = try await ending.next()
                throw Violation(description: "the sequence did not end")
            } catch let error as WebcomError {
                try require(error.code.rawValue, "decodingFailed", "the error")
            }
        },
    ]

    private static func items(
        _ mode: ItemMode, data: [String: Any], fields: [String] = ["n", "m"], snapshot: ItemSnapshot = .yes,
        secondLevel: ItemSecondLevel? = nil, writes: [(String, Any?)], expected: [String]
    ) async throws {
        let bench = ContractBench()
        try bench.backend.setData(data)
        let application = bench.application()
        let root = Webcom.App(application).serverlessDb.rootNode
        let subscription = root.itemSubscription(
            mode: mode, items: ["rows"], fields: fields, requestedSnapshot: snapshot, secondLevel: secondLevel,
            queue: bench.queue)
        subscription.addListener(queue: bench.queue) { event in
            switch event {
            case .update(let update): bench.lines.add(update.description)
            case .endOfSnapshot(let name, _): bench.lines.add("end of \(name ?? "")")
            default: break
            }
        }
        subscription.subscribe()
        bench.settle()
        for (path, value) in writes {
            Webcom(application).child(path).set(value, queue: bench.queue) { _ in }
            bench.settle()
        }
        var delivered = bench.lines.all
        // Only the modes with several first updates report the end of the snapshot here.
        if mode == .raw || mode == .merge { delivered.removeAll { $0 == "end of rows" } }
        try require(delivered, expected, "the updates")
        let rows =
            secondLevel == nil ? 0 : ((bench.backend.data as? [String: Any])?["rows"] as? [String: Any] ?? [:]).count
        try require(application.registrationCount, 1 + rows, "registrations of the item and of its second level")
        subscription.unsubscribe()
        bench.settle()
        try require(application.registrationCount, 0, "registrations")
    }
}
