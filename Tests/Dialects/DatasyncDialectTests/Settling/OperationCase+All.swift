import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import Foundation
import TestSupport

extension OperationCase {
    /// The operations of the legacy dialect, with completions.
    static let legacy = [
        OperationCase("set", .write) { $0.legacy.set(2, queue: nil, $1.note(end:)) },
        OperationCase("update", .write) { $0.legacy.update(["a": 1], queue: nil, $1.note(end:)) },
        OperationCase("setPaths", .write) { $0.legacy.setPaths(["a": 1], queue: nil, $1.note(end:)) },
        OperationCase("remove", .write) { $0.legacy.remove(queue: nil, $1.note(end:)) },
        OperationCase("push", .write) { _ = $0.legacy.push(1, queue: nil, $1.note(end:)) },
        OperationCase("increment", .write) { $0.legacy.increment(queue: nil, $1.note(end:)) },
        OperationCase("increment with its number", .write) { subject, log in
            subject.legacy.increment(queue: nil) { error, number in
                log.note(end: error)
                if (number == nil) != (error != nil) { log.note("both or none") }
            }
        },
        OperationCase("transaction", .write) { subject, log in
            subject.legacy.transaction({ _ in 5 }, queue: nil) { error, committed, _ in
                log.note(end: error)
                if committed != (error == nil) { log.note("committed \(committed)") }
            }
        },
        OperationCase("get", .read) { subject, log in
            subject.legacy.get(queue: nil) { error, snapshot in
                log.note(end: error)
                if (snapshot == nil) != (error != nil) { log.note("both or none") }
            }
        },
        OperationCase("get of a query", .read) { subject, log in
            subject.legacy.limit(1).get(queue: nil) { error, _ in log.note(end: error) }
        },
        OperationCase("onDisconnect().set", .will) { $0.legacy.onDisconnect().set(1, queue: nil, $1.note(end:)) },
        OperationCase("onDisconnect().update", .will) {
            $0.legacy.onDisconnect().update(["a": 1], queue: nil, $1.note(end:))
        },
        OperationCase("onDisconnect().remove", .will) { $0.legacy.onDisconnect().remove(queue: nil, $1.note(end:)) },
        OperationCase("onDisconnect().cancel", .withdrawal) {
            $0.legacy.onDisconnect().cancel(queue: nil, $1.note(end:))
        },
    ]

    /// The operations of the callback dialect, with promises.
    static let callback = [
        OperationCase("set", .write) { $1.note($0.callback.set(2)) },
        OperationCase("merge", .write) { $1.note($0.callback.merge(["a": 1])) },
        OperationCase("setPaths", .write) { $1.note($0.callback.setPaths(["a": 1])) },
        OperationCase("clear", .write) { $1.note($0.callback.clear()) },
        OperationCase("push", .write) { $1.note($0.callback.push(1)) },
        OperationCase("increment", .write) { $1.note($0.callback.increment()) },
        OperationCase("transaction", .write) { $1.note($0.callback.transaction { _ in 5 }) },
        OperationCase("get", .read) { $1.note($0.callback.get()) },
        OperationCase("set at the next disconnection", .will) {
            $1.note($0.callback.set(1, at: Webcom.NEXT_DISCONNECTION))
        },
        OperationCase("merge on disconnection", .will) {
            $1.note($0.callback.merge(["a": 1], at: Webcom.ON_DISCONNECTION))
        },
        OperationCase("clear at the next disconnection", .will) {
            $1.note($0.callback.clear(at: Webcom.NEXT_DISCONNECTION))
        },
        OperationCase("cancelNextDisconnectionOps", .withdrawal) { $1.note($0.callback.cancelNextDisconnectionOps()) },
    ]

    /// The operations of the async dialect, with promises.
    // swift-format-ignore: NoAssignmentInExpressions
    static let asynchronous = [
        OperationCase("set", .write) { $1.note($0.asynchronous.promise.set(2)) },
        OperationCase("set raw", .write) { $1.note($0.asynchronous.promise.set(.raw, 2)) },
        OperationCase("set nil", .write) { $1.note($0.asynchronous.promise.set(nil)) },
        OperationCase("arrow", .write) { $1.note($0.asynchronous.promise <- 2) },
        OperationCase("merge", .write) { $1.note($0.asynchronous.promise.merge(with: ["a": 1])) },
        OperationCase("merge raw", .write) { $1.note($0.asynchronous.promise.merge(.raw, with: ["a": 1])) },
        OperationCase("setPaths", .write) { $1.note($0.asynchronous.promise.setPaths(["a": 1])) },
        OperationCase("clear", .write) { $1.note($0.asynchronous.promise.clear()) },
        OperationCase("push", .write) { $1.note($0.asynchronous.promise.push(1)) },
        OperationCase("push raw", .write) { $1.note($0.asynchronous.promise.push(.raw, 1)) },
        OperationCase("plus", .write) { $1.note($0.asynchronous.promise += 1) },
        OperationCase("increment", .write) { $1.note($0.asynchronous.promise.increment()) },
        OperationCase("runTransaction", .write) { $1.note($0.asynchronous.promise.runTransaction { _ in .set(5) }) },
        OperationCase("value", .read) { $1.note($0.asynchronous.promise.value()) },
        OperationCase("decodedValue", .decodedRead) { $1.note($0.asynchronous.promise.decodedValue(as: Int?.self)) },
        OperationCase("set at the next disconnection", .will) {
            $1.note($0.asynchronous.promise.set(1, at: .nextDisconnection))
        },
        OperationCase("merge on disconnection", .will) {
            $1.note($0.asynchronous.promise.merge(with: ["a": 1], at: .onDisconnection))
        },
        OperationCase("cancelNextDisconnectionOperations", .withdrawal) {
            $1.note($0.asynchronous.promise.cancelNextDisconnectionOperations())
        },
    ]

    /// The operations of the three dialects, with names that distinguish them.
    static let all =
        legacy.map { $0.named("legacy") } + callback.map { $0.named("callback") }
        + asynchronous.map { $0.named("async") }

    private func named(_ dialect: String) -> OperationCase {
        OperationCase("\(dialect) \(testDescription)", kind, start)
    }
}
