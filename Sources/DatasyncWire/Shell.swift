import DatasyncLocking

/// The shell around a pure state: one lock, and one drainer that works off what the state asks for, in order, outside of it.
///
/// ```
///  perform ──▶ lock: state changes, effects join the queue ──▶ unlock ──▶ first in: drains; others: return at once
/// ```
///
/// A call made while an effect is being worked off, from the same or another thread, changes the state then and there; its
/// effects come after all those queued before.
package final class Shell<State: Sendable, Effect: Sendable>: Sendable {
    private struct Core {
        var state: State
        var effects = Fifo<Effect>()
        var isDraining = false
    }

    /// Guards everything above.
    ///
    /// Never held while an effect is worked off.
    private let guarded: Guarded<Core>

    package init(_ state: State) { guarded = Guarded(Core(state: state)) }

    /// Changes the state, then works off the effects unless somebody is doing so already.
    package func perform<Result: Sendable, Failure: Error>(
        _ execute: (Effect) -> Void, _ body: (inout State, inout Fifo<Effect>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, drains) = try guarded.withLock { core throws(Failure) -> (Result, Bool) in
            let result = try body(&core.state, &core.effects)
            defer { core.isDraining = core.isDraining || !core.effects.isEmpty }
            return (result, !core.isDraining && !core.effects.isEmpty)
        }
        if drains {
            while let effect = next() { execute(effect) }
        }
        return result
    }

    /// Looks at the state without changing it.
    package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guarded.withLock { body($0.state) }
    }

    private func next() -> Effect? {
        guarded.withLock { core in
            let effect = core.effects.popFirst()
            if effect == nil { core.isDraining = false }
            return effect
        }
    }
}
