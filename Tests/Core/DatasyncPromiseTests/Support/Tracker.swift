import Testing

/// An object that reports its release.
final class Tracker: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }
}

/// Expects that all objects made in a closure are released; a leak reaches the time limit of the test.
///
/// - Parameters:
///   - count: The number of objects that the closure creates.
///   - body: Makes promises that retain objects from the given factory.
func expectRelease(of count: Int, _ body: (@Sendable () -> Tracker) async throws -> Void) async rethrows {
    let (released, continuation) = AsyncStream<Void>.makeStream()
    try await body { Tracker { continuation.yield() } }
    var gone = 0
    for await _ in released {
        gone += 1
        if gone == count { break }
    }
    #expect(gone == count)
}
