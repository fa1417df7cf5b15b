import Testing

/// What code of the dialect of string events is rewritten to.
enum Rewritten: CaseIterable, Sendable {
    case callbackSteps
    case callbackRests
    case asyncSteps
    case asyncRests

    func face(_ stage: SupportStage) -> any SupportFace {
        switch self {
        case .callbackSteps: CallbackStepsFace(stage: stage)
        case .callbackRests: CallbackRestsFace(stage: stage)
        case .asyncSteps: AsyncStepsFace(stage: stage)
        case .asyncRests: AsyncRestsFace(stage: stage)
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
        _ story: (any SupportFace, SupportStage) throws -> Void
    ) throws {
        let (old, new) = (try SupportStage(data), try SupportStage(data))
        try story(LegacyFace(stage: old), old)
        try story(face(new), new)
        let heard = (old.take(), new.take())
        #expect(heard.0 == heard.1, sourceLocation: sourceLocation)
        #expect(heard.0.count >= least, sourceLocation: sourceLocation)
    }
}
