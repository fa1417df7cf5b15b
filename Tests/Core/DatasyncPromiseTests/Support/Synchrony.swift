/// A flag that distinguishes code inside a call from code that runs later or on another thread.
enum Synchrony {
    @TaskLocal static var isInside = false

    static func inside<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        try $isInside.withValue(true) { try body() }
    }
}
