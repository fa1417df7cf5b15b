import Testing

@testable import MigrationPairs

/// The three versions of a task.
@MainActor
struct Versions {
    let legacy: any MigrationPair.Type
    let callback: any MigrationPair.Type
    let async: any MigrationPair.Type

    init(
        _ legacy: any MigrationPair.Type, _ callback: any MigrationPair.Type, _ async: any MigrationPair.Type
    ) {
        self.legacy = legacy
        self.callback = callback
        self.async = async
    }

    /// Plays a script with each version, on a stage of its own, and compares what they tell.
    ///
    /// The script holds the lines literally; that they hold for the legacy version is one thing, that the others tell the same
    /// is another.
    ///
    /// - Parameters:
    ///   - data: What each back end holds at the start.
    ///   - place: Where the test is.
    ///   - script: What happens.
    /// - Throws: What the script throws.
    func play(
        with data: Any? = nil, at place: SourceLocation = #_sourceLocation,
        _ script: @MainActor (PairFixture) async throws -> Void
    ) async throws {
        let expected = try await trace(of: legacy, data, place, script)
        #expect(!expected.isEmpty, sourceLocation: place)
        for version in [callback, async] {
            let told = try await trace(of: version, data, place, script)
            #expect(told == expected, "\(version) and \(legacy)", sourceLocation: place)
        }
    }

    private func trace(
        of version: any MigrationPair.Type, _ data: Any?, _ place: SourceLocation,
        _ script: @MainActor (PairFixture) async throws -> Void
    ) async throws -> [String] {
        let fixture = try PairFixture(version, data: data)
        try await script(fixture)
        fixture.stop()
        await fixture.hearsNothing(at: place)
        #expect(fixture.countOfListens == 0, "\(version) listens on", sourceLocation: place)
        return fixture.trace
    }
}
