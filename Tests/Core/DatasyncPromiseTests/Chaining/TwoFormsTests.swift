import DatasyncPromise
import Dispatch
import Testing

@Suite("The two forms of every chaining call")
struct TwoFormsTests {
    /// A class of an application: state on the main actor, which closures read and change.
    @MainActor
    final class Screen {
        var lines: [String] = []

        /// Calls every method without a queue, with trailing closures that use `self`.
        func show(_ promise: Promise<Int>) -> Promise<Void> {
            firstly {
                lines.append("firstly")
                return promise
            }
            .then { value in
                self.lines.append("then \(value)")
                return Promise.value(value + 1)
            }
            .map { value in
                self.lines.append("map \(value)")
                return "\(value)"
            }
            .compactMap { text in
                self.lines.append("compactMap \(text)")
                return Int(text)
            }
            .get { self.lines.append("get \($0)") }
            .tap { _ in self.lines.append("tap") }
            .recover { error in
                self.lines.append("recover")
                throw error
            }
            .ensure { self.lines.append("ensure") }
            .done { self.lines.append("done \($0)") }
            .catch { self.lines.append("catch \($0)") }
            .finally { self.lines.append("finally") }
        }
    }

    /// Calls every method as a server does: with a queue, and without the main actor.
    static func serve(_ promise: Promise<Int>, on queue: DispatchQueue?, log: Log<String>) -> Promise<Void> {
        promise
            .then(on: queue) { value in
                log.note("then \(value)")
                return Promise.value(value + 1)
            }
            .map(on: queue) { value in
                log.note("map \(value)")
                return "\(value)"
            }
            .compactMap(on: queue) { text in
                log.note("compactMap \(text)")
                return Int(text)
            }
            .get(on: queue) { log.note("get \($0)") }
            .tap(on: queue) { _ in log.note("tap") }
            .recover(on: queue) { error in
                log.note("recover")
                throw error
            }
            .ensure(on: queue) { log.note("ensure") }
            .done(on: queue) { log.note("done \($0)") }
            .catch(on: queue) { log.note("catch \($0)") }
            .finally(on: queue) { log.note("finally") }
    }

    static let success = ["then 1", "map 2", "compactMap 2", "get 2", "tap", "ensure", "done 2", "finally"]
    static let failure = ["tap", "recover", "ensure", "catch first", "finally"]

    @Test("without a queue, closures of a class on the main actor may use self")
    @MainActor
    func mainForm() async throws {
        let screen = Screen()
        try await screen.show(.value(1)).value
        #expect(screen.lines == ["firstly"] + Self.success)
        screen.lines = []
        try await screen.show(Promise(error: Failure.first)).value
        #expect(screen.lines == ["firstly"] + Self.failure)
    }

    @Test("with a queue, or with nil for the promise's queue, closures run there", arguments: [true, false])
    func queueForm(names: Bool) async throws {
        let queue = DispatchQueue(label: "server")
        let log = Log<String>()
        try await Self.serve(.value(1, queue: queue), on: names ? queue : nil, log: log).value
        #expect(log.entries == Self.success)
        let failureLog = Log<String>()
        let rejected = Promise<Int>(error: Failure.first, queue: queue)
        try await Self.serve(rejected, on: names ? queue : nil, log: failureLog).value
        #expect(failureLog.entries == Self.failure)
    }

    @Test("a short closure may use $0, and a function may be passed by name")
    func shortClosures() async throws {
        let log = Log<Int>()
        let end = Promise.value(1).map { $0 + 1 }.then { .value($0 * 10) }.get(log.note).map(on: nil) { $0 + 1 }
        #expect(try await end.value == 21)
        #expect(log.entries == [20])
    }
}
