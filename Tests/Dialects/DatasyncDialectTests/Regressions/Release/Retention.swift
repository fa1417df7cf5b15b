import ClientTestSupport
import Testing

/// A call of the library that retains a closure or an object of the application.
struct Retention: CustomTestStringConvertible, Sendable {
    /// Makes the call, with a closure that retains the object, and returns a closure that cancels it.
    typealias Start = @Sendable (ReleaseFixture, Reentrant) -> @Sendable () -> Void

    let testDescription: String
    let start: Start

    init(_ name: String, _ start: @escaping Start) {
        testDescription = name
        self.start = start
    }

    /// Creates a call that cannot be cancelled.
    init(_ name: String, once start: @escaping @Sendable (ReleaseFixture, Reentrant) -> Void) {
        self.init(name) { stage, object in
            start(stage, object)
            return {}
        }
    }

    /// The calls of all dialects.
    static let all = legacy + callback + asynchronous + promises + live + applications
}
