import Testing

/// A form to which legacy code is rewritten.
enum Rewritten: CaseIterable, Sendable {
    case callbackSteps
    case callbackRests
    case callbackNames
    case asyncSteps
    case asyncRests
    case asyncNames

    func dialect(_ fixture: SupportFixture) -> any SupportDialect {
        switch self {
        case .callbackSteps: CallbackStepsDialect(fixture: fixture)
        case .callbackRests: CallbackDeprecatedNamesDialect(fixture: fixture)
        case .callbackNames: CallbackNamedEventsDialect(fixture: fixture)
        case .asyncSteps: AsyncStepsDialect(fixture: fixture)
        case .asyncRests: AsyncDeprecatedNamesDialect(fixture: fixture)
        case .asyncNames: AsyncNamedEventsDialect(fixture: fixture)
        }
    }

    /// Runs the same steps in the legacy dialect and in the rewritten form, each with a separate back end.
    ///
    /// - Parameters:
    ///   - data: The initial data of each back end.
    ///   - least: The minimum number of lines.
    ///   - sourceLocation: The location of the calling test.
    ///   - story: The steps.
    /// - Throws: The error for invalid data, and any error of the steps.
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
