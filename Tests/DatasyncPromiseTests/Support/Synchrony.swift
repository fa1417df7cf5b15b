/// Tells whether code runs inside a call, rather than after it or on another thread meanwhile.
enum Synchrony {
    @TaskLocal static var isInside = false

    static func inside<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        try $isInside.withValue(true) { try body() }
    }
}
