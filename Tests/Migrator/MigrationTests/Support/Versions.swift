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

    /// Runs a script with each version, each with a separate fixture, and compares the lines.
    ///
    /// The script checks literal lines, which hold for the legacy version. The comparison then checks that the other versions
    /// give the same lines.
    ///
    /// - Parameters:
    ///   - data: The initial data of each back end.
    ///   - place: The location of the test.
    ///   - script: The steps.
    /// - Throws: Any error of the script.
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
