import DatasyncConcurrency
import Dispatch
import Testing

@testable import DatasyncPromise

@Suite("Chains whose error nobody handles")
struct CauterizeTests {
    @Test("cauterize fulfils the chain, with and without an error")
    func ends() async throws {
        try await Promise.value(1).cauterize().value
        try await Promise<Int>(error: Failure.first).cauterize().value
    }

    @Test("cauterize reports the error once, to the application of the chain's first operation")
    func reports() async throws {
        let log = Log<String>()
        let context = PromiseContext(deliveryQueue: { DeliveryQueue(queue: $0) }, usesMainQueue: {}) {
            log.note("\($0)")
        }
        let (promise, resolver) = Promise<Int>.pendingInOrder(of: .global(), context: context) { _ in log.note("lost") }
        let end = promise.map(on: nil) { $0 + 1 }.cauterize()
        resolver.reject(Failure.first)
        try await end.value
        #expect(log.entries == ["first"])
        let (other, otherResolver) = Promise<Int>.pendingInOrder(of: .global(), context: context)
        otherResolver.fulfill(1)
        try await other.cauterize().value
        #expect(log.entries == ["first"])
    }
}
