import Testing

/// An object that tells when it goes away.
final class Tracker: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }
}

/// Expects that everything made in a closure goes away; a leak runs into the time limit of the test.
///
/// - Parameters:
///   - count: How many objects the closure asks for.
///   - body: Makes promises, and hangs objects from the given factory on them.
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
