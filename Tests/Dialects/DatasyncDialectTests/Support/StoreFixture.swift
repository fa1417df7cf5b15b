import DatasyncClient
import DatasyncConcurrency
import Foundation

/// The directory of an offline store, in one that belongs to the test, so that what is set aside is removed too.
final class StoreFixture: Sendable {
    let parent = FileManager.default.temporaryDirectory.appending(path: "datasync-fixture-\(UUID())")
    let url: URL

    init() throws {
        url = parent.appending(path: "store")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: parent) }

    /// Returns the sorted names in the store, or in another directory next to it.
    func names(_ directory: String = "store") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: parent.appending(path: directory).path).sorted()
    }

    /// Returns the configuration of an application with the store.
    func configuration(
        _ platform: WebcomConfiguration.Platform, _ identifier: String = "shop",
        diagnostics: @escaping @Sendable (WebcomError) -> Void = { _ in }
    ) -> WebcomConfiguration {
        var configuration = WebcomConfiguration(identifier: identifier, platform: platform)
        configuration.cacheMode = .automatic(at: url)
        configuration.diagnostics = diagnostics
        configuration.reconnection.initialDelay = 0.01
        configuration.reconnection.maximumDelay = 0.05
        return configuration
    }
}

/// Timers that run when the test asks for it.
final class ManualTimers: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Timer.self)

    struct Timer: Sendable {
        let seconds: Double
        let run: @Sendable () -> Void
    }

    @Sendable func add(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        continuation.yield(Timer(seconds: seconds, run: body))
    }

    /// Waits for the next timer that was started.
    func next() async -> Timer? {
        for await timer in stream { return timer }
        return nil
    }
}
