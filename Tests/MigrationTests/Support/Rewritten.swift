import Testing

/// What code of the dialect of string events is rewritten to.
enum Rewritten: CaseIterable, Sendable {
    case callbackSteps
    case callbackRests
    case asyncSteps
    case asyncRests

    func dialect(_ fixture: SupportFixture) -> any SupportDialect {
        switch self {
        case .callbackSteps: CallbackStepsDialect(fixture: fixture)
        case .callbackRests: CallbackDeprecatedNamesDialect(fixture: fixture)
        case .asyncSteps: AsyncStepsDialect(fixture: fixture)
        case .asyncRests: AsyncDeprecatedNamesDialect(fixture: fixture)
        }
    }

    /// Plays the same in the old dialect and in what it is rewritten to, each with a back end of its own.
    ///
    /// - Parameters:
    ///   - data: What the back end holds.
    ///   - least: The fewest lines that are to be heard.
    ///   - sourceLocation: Where that is said.
    ///   - story: What happens.
    /// - Throws: What is wrong with the data, and what the story throws.
    func expectSame(
        _ data: Any? = nil, least: Int = 1, sourceLocation: SourceLocation = #_sourceLocation,
        _ story: (any SupportDialect, SupportFixture) throws -> Void
    ) throws {
        let (old, new) = (try SupportFixture(data), try SupportFixture(data))
        try story(LegacySupportDialect(fixture: old), old)
        try story(dialect(new), new)
        let heard = (old.take(), new.take())
        #expect(heard.0 == heard.1, sourceLocation: sourceLocation)
        #expect(heard.0.count >= least, sourceLocation: sourceLocation)
    }
}
