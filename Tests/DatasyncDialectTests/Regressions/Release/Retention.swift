import Testing

/// A call of the library that retains a closure or an object of the application.
struct Retention: CustomTestStringConvertible, Sendable {
    /// Makes the call, whose closure retains the object.
    ///
    /// Returns what ends it early.
    typealias Start = @Sendable (ReleaseStage, Reentrant) -> @Sendable () -> Void

    let testDescription: String
    let start: Start

    init(_ name: String, _ start: @escaping Start) {
        testDescription = name
        self.start = start
    }

    /// A call that nothing ends early.
    init(_ name: String, once start: @escaping @Sendable (ReleaseStage, Reentrant) -> Void) {
        self.init(name) { stage, object in
            start(stage, object)
            return {}
        }
    }

    /// The calls of all dialects.
    static let all = legacy + callback + asynchronous + promises + live + applications
}
