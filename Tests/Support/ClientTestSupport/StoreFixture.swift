package import DatasyncClient
package import Foundation

/// The directory of an offline store, in one that belongs to the test, so that what is set aside is removed too.
package final class StoreFixture: Sendable {
    package let parent = FileManager.default.temporaryDirectory.appending(path: "datasync-fixture-\(UUID())")
    package let url: URL

    package init() throws {
        url = parent.appending(path: "store")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: parent) }

    /// Returns the sorted names in the store, or in another directory next to it.
    package func names(_ directory: String = "store") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: parent.appending(path: directory).path).sorted()
    }

    /// Returns the configuration of an application with the store.
    package func configuration(
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
