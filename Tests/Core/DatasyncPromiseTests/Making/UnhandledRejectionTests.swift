import DatasyncPromise
import Dispatch
import Testing

@Suite("Unhandled rejections")
struct UnhandledRejectionTests {
    private func promise(_ log: Log<String>) -> (promise: Promise<Int>, resolver: Promise<Int>.Resolver) {
        Promise<Int>.pendingInOrder(of: .global()) { log.note("\($0)") }
    }

    @Test("a promise without handlers reports its rejection, before and after its release")
    func told() {
        let log = Log<String>()
        do {
            let (promise, resolver) = promise(log)
            resolver.reject(Failure.first)
            #expect(promise.isSettled && log.entries.isEmpty)
        }
        #expect(log.entries == ["first"])
        let resolver = self.promise(log).resolver
        resolver.reject(Failure.second)
        #expect(log.entries == ["first"])
        withExtendedLifetime(resolver) {}
    }

    @Test("a promise with a handler, or that is fulfilled, reports nothing")
    func heard() async {
        let log = Log<String>()
        do {
            let (awaited, first) = promise(log)
            first.reject(Failure.first)
            _ = await awaited.result
            let (chained, second) = promise(log)
            _ = chained.map(on: .global()) { $0 }
            second.reject(Failure.first)
            promise(log).resolver.fulfill(1)
        }
        #expect(log.entries.isEmpty)
    }
}
