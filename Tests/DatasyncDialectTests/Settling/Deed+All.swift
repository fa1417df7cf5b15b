import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import Foundation

extension Deed {
    /// What the legacy dialect can do, by completions.
    static let legacy = [
        Deed("set", .write) { $0.legacy.set(2, queue: nil, $1.note(end:)) },
        Deed("update", .write) { $0.legacy.update(["a": 1], queue: nil, $1.note(end:)) },
        Deed("remove", .write) { $0.legacy.remove(queue: nil, $1.note(end:)) },
        Deed("push", .write) { _ = $0.legacy.push(1, queue: nil, $1.note(end:)) },
        Deed("increment", .write) { $0.legacy.increment(queue: nil, $1.note(end:)) },
        Deed("transaction", .write) { subject, log in
            subject.legacy.transaction({ _ in 5 }, queue: nil) { error, committed, _ in
                log.note(end: error)
                if committed != (error == nil) { log.note("committed \(committed)") }
            }
        },
        Deed("get", .read) { subject, log in
            subject.legacy.get(queue: nil) { error, snapshot in
                log.note(end: error)
                if (snapshot == nil) != (error != nil) { log.note("both or none") }
            }
        },
        Deed("onDisconnect().set", .will) { $0.legacy.onDisconnect().set(1, queue: nil, $1.note(end:)) },
        Deed("onDisconnect().update", .will) { $0.legacy.onDisconnect().update(["a": 1], queue: nil, $1.note(end:)) },
        Deed("onDisconnect().remove", .will) { $0.legacy.onDisconnect().remove(queue: nil, $1.note(end:)) },
        Deed("onDisconnect().cancel", .withdrawal) { $0.legacy.onDisconnect().cancel(queue: nil, $1.note(end:)) },
    ]

    /// What the callback dialect can do, by promises.
    static let callback = [
        Deed("set", .write) { $1.note($0.callback.set(2)) },
        Deed("merge", .write) { $1.note($0.callback.merge(["a": 1])) },
        Deed("clear", .write) { $1.note($0.callback.clear()) },
        Deed("push", .write) { $1.note($0.callback.push(1)) },
        Deed("increment", .write) { $1.note($0.callback.increment()) },
        Deed("transaction", .write) { $1.note($0.callback.transaction { _ in 5 }) },
        Deed("get", .read) { $1.note($0.callback.get()) },
        Deed("set at the next disconnection", .will) { $1.note($0.callback.set(1, at: Webcom.NEXT_DISCONNECTION)) },
        Deed("merge on disconnection", .will) { $1.note($0.callback.merge(["a": 1], at: Webcom.ON_DISCONNECTION)) },
        Deed("clear at the next disconnection", .will) { $1.note($0.callback.clear(at: Webcom.NEXT_DISCONNECTION)) },
        Deed("cancelNextDisconnectionOps", .withdrawal) { $1.note($0.callback.cancelNextDisconnectionOps()) },
    ]

    /// What the async dialect can do, by promises.
    // swift-format-ignore: NoAssignmentInExpressions
    static let asynchronous = [
        Deed("set", .write) { $1.note($0.asynchronous.promise.set(2)) },
        Deed("set raw", .write) { $1.note($0.asynchronous.promise.set(.raw, 2)) },
        Deed("set nil", .write) { $1.note($0.asynchronous.promise.set(nil)) },
        Deed("arrow", .write) { $1.note($0.asynchronous.promise <- 2) },
        Deed("merge", .write) { $1.note($0.asynchronous.promise.merge(with: ["a": 1])) },
        Deed("merge raw", .write) { $1.note($0.asynchronous.promise.merge(.raw, with: ["a": 1])) },
        Deed("clear", .write) { $1.note($0.asynchronous.promise.clear()) },
        Deed("push", .write) { $1.note($0.asynchronous.promise.push(1)) },
        Deed("push raw", .write) { $1.note($0.asynchronous.promise.push(.raw, 1)) },
        Deed("plus", .write) { $1.note($0.asynchronous.promise += 1) },
        Deed("increment", .write) { $1.note($0.asynchronous.promise.increment()) },
        Deed("runTransaction", .write) { $1.note($0.asynchronous.promise.runTransaction { _ in .set(5) }) },
        Deed("value", .read) { $1.note($0.asynchronous.promise.value()) },
        Deed("decodedValue", .decodedRead) { $1.note($0.asynchronous.promise.decodedValue(as: Int?.self)) },
        Deed("set at the next disconnection", .will) {
            $1.note($0.asynchronous.promise.set(1, at: .nextDisconnection))
        },
        Deed("merge on disconnection", .will) {
            $1.note($0.asynchronous.promise.merge(with: ["a": 1], at: .onDisconnection))
        },
        Deed("cancelNextDisconnectionOperations", .withdrawal) {
            $1.note($0.asynchronous.promise.cancelNextDisconnectionOperations())
        },
    ]

    /// The operations of the three dialects, told apart by their names.
    static let all =
        legacy.map { $0.named("legacy") } + callback.map { $0.named("callback") }
        + asynchronous.map { $0.named("async") }

    private func named(_ dialect: String) -> Deed { Deed("\(dialect) \(testDescription)", kind, start) }
}
