import DatasyncPromise
import Dispatch
import Testing

@Suite("Recovering from certain errors")
struct RecoverOnlyTests {
    private struct Refused: Error {
        let code: Int
    }

    private let queue = DispatchQueue(label: "recover")
    private let rejected = Promise<Int>(error: Failure.first)
    private let refused = Promise<Int>(error: Refused(code: 7))

    @Test("recover(only:) of an error handles this error")
    func failure() async throws {
        #expect(try await rejected.recover(only: Failure.first) { _ in .value(1) }.value == 1)
        #expect(try await rejected.recover(only: Failure.first, on: queue) { _ in .value(2) }.value == 2)
        let missing = Promise.value("two").compactMap { Int($0) }
        #expect(try await missing.recover(only: PromiseError.missingValue) { _ in .value(0) }.value == 0)
    }

    @Test("recover(only:) of a type handles all errors of the type")
    func type() async throws {
        #expect(try await refused.recover(only: Refused.self) { .value($0.code) }.value == 7)
        #expect(try await refused.recover(only: Refused.self, on: queue) { .value($0.code + 1) }.value == 8)
    }

    @Test("recover(only:) passes every other error and every value on, and does not call the closure")
    func others() async throws {
        let log = Log<String>()
        let note: @Sendable (any Error) -> Promise<Int> = { error in
            log.note("\(error)")
            return .value(0)
        }
        await #expect(throws: Failure.first) { try await rejected.recover(only: Failure.second, note).value }
        await #expect(throws: Failure.first) { try await rejected.recover(only: Refused.self, on: queue, note).value }
        await #expect(throws: Refused.self) { try await refused.recover(only: Failure.first, on: queue, note).value }
        #expect(try await Promise.value(1).recover(only: Failure.first, note).value == 1)
        #expect(try await Promise.value(1).recover(only: Refused.self, note).value == 1)
        #expect(log.entries.isEmpty)
    }

    @Test("recover(only:) rejects with an error that the closure throws")
    func throwing() async {
        let again = rejected.recover(only: Failure.first) { _ in throw Failure.second }
        await #expect(throws: Failure.second) { try await again.value }
    }

    @Test("recover(only:) can be chained, one call for each error")
    func chained() async throws {
        let end = refused.recover(only: Failure.first) { _ in .value(1) }.recover(only: Refused.self) { _ in .value(2) }
        #expect(try await end.value == 2)
    }
}
