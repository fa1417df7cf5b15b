/// The beds by name.
package enum BedName: String, CaseIterable, Sendable {
    /// The engine's pure state.
    case state
    /// The engine with its shell and a scripted connection.
    case engine
    /// The legacy dialect on a serial queue.
    case legacy
    /// The callback dialect on a serial queue.
    case callback
    /// The closures of the async dialect on a serial queue.
    case closure
    /// The sequences of the async dialect, each with a task.
    case sequence

    /// Runs a script once.
    ///
    /// - Parameters:
    ///   - script: Creates the script.
    ///   - scale: A factor for the time, such as the factor for microseconds per operation.
    /// - Returns: The time in milliseconds, and the memory.
    /// - Throws: ``BenchError`` if the number of delivered events is wrong.
    package func sample(_ script: @autoclosure () -> Script, scale: Double = 1) throws -> Sample {
        switch self {
        case .state: try sample(StateBed.self, script(), scale)
        case .engine: try sample(EngineBed.self, script(), scale)
        case .legacy: try sample(DialectBed<LegacyClient>.self, script(), scale)
        case .callback: try sample(DialectBed<CallbackClient>.self, script(), scale)
        case .closure: try sample(DialectBed<ClosureClient>.self, script(), scale)
        case .sequence: try sample(DialectBed<SequenceClient>.self, script(), scale)
        }
    }

    /// Prepares a run of a script.
    func prepared(_ script: Script) throws -> any Bed {
        switch self {
        case .state: try StateBed(script)
        case .engine: try EngineBed(script)
        case .legacy: try DialectBed<LegacyClient>(script)
        case .callback: try DialectBed<CallbackClient>(script)
        case .closure: try DialectBed<ClosureClient>(script)
        case .sequence: try DialectBed<SequenceClient>(script)
        }
    }

    private func sample<Tested: Bed>(
        _ type: Tested.Type, _ script: @autoclosure () -> Script, _ scale: Double
    ) throws -> Sample {
        let gauge = MemoryGauge()
        let script = script()
        var bed = try Tested(script)
        var count = 0
        let sample = try Sample.time(gauge, scale: scale) { count = try bed.run() }
        try script.check(count, in: rawValue)
        return sample
    }
}
