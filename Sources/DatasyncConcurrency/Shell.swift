/// A shell around a pure state: one lock, and one drain that executes effects in order, outside the lock.
///
/// ```
///  perform ──▶ lock: state changes, effects join the queue ──▶ unlock ──▶ drain is free: execute; else: return at once
/// ```
///
/// A call that is made while an effect is executed, on the same or another thread, changes the state at once; its effects
/// run after all effects queued before.
///
/// **Fairness.** A call with a limit executes as many effects as it caused, directly or through calls that its effects make
/// on the same thread, and a few of other calls, but never more than the limit. The remaining effects are handed over: the
/// owner of the shell continues with ``drain(atMost:_:)`` on an executor. The drain stays claimed in between, which
/// preserves the order.
package final class Shell<State: Sendable, Effect: Sendable>: Sendable {
    private struct Core: Sendable {
        var state: State
        var effects = Fifo<Effect>()
        var isDraining = false
        /// The thread of the draining call; `nil` while an executor drains.
        var drainer: ThreadIdentity?
        /// The number of effects that the call may still execute.
        var allowance = 0
    }

    /// The number of other calls' effects that a call also executes, so that a short queue needs no executor.
    private static var courtesy: Int { 16 }

    private enum Turn {
        case execute(Effect)
        case handOver
        case done
    }

    /// Guards all of ``Core``; never held while an effect is executed or released.
    private let guarded: Guarded<Core>

    package init(_ state: State) { guarded = Guarded(Core(state: state)) }

    /// Changes the state, then executes effects unless another thread already does.
    ///
    /// `limit`: The maximum number of effects to execute here; without one, all are executed.
    /// `execute`: Called for each effect, outside the lock.
    /// - Returns: The result of the body, and whether the caller must continue with ``drain(atMost:_:)`` on an executor.
    package func perform<Result: Sendable, Failure: Error>(
        limit: Int? = nil, _ execute: (Effect) -> Void,
        _ body: (inout State, inout Fifo<Effect>) throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, handsOver: Bool) {
        let caller = limit == nil ? nil : ThreadIdentity.current
        let (result, drains) = try guarded.withLock { core throws(Failure) -> (Result, Bool) in
            let before = core.effects.count
            let result = try body(&core.state, &core.effects)
            let caused = core.effects.count - before
            if core.isDraining {
                if let caller, core.drainer == caller { core.allowance += caused }
                return (result, false)
            }
            guard !core.effects.isEmpty else { return (result, false) }
            core.isDraining = true
            core.drainer = caller
            core.allowance = caused + Self.courtesy
            return (result, true)
        }
        guard drains else { return (result, false) }
        guard let limit else { return (result, drain(atMost: .max, execute)) }
        for _ in 0..<limit {
            switch next(countsAllowance: true) {
            case .execute(let effect): execute(effect)
            case .handOver: return (result, true)
            case .done: return (result, false)
            }
        }
        return (result, handOver())
    }

    /// Continues a drain that was handed over.
    ///
    /// - Returns: Whether effects are left; the caller then continues later, so that other work of the executor gets a turn.
    package func drain(atMost count: Int, _ execute: (Effect) -> Void) -> Bool {
        var executed = 0
        while executed < count {
            guard case .execute(let effect) = next(countsAllowance: false) else { return false }
            execute(effect)
            executed += 1
        }
        return handOver()
    }

    /// Runs a closure on the state, under the lock, without changing it.
    package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guarded.withLock { body($0.state) }
    }

    /// Whether all effects have been executed.
    package var isIdle: Bool { guarded.withLock { !$0.isDraining } }

    private func next(countsAllowance: Bool) -> Turn {
        guarded.withLock { core in
            if countsAllowance, core.allowance == 0, !core.effects.isEmpty {
                core.drainer = nil
                return .handOver
            }
            guard let effect = core.effects.popFirst() else {
                core.isDraining = false
                core.drainer = nil
                return .done
            }
            core.allowance -= 1
            return .execute(effect)
        }
    }

    /// Ends this thread's part of the drain; the drain stays claimed if effects are left.
    ///
    /// - Returns: Whether effects are left.
    private func handOver() -> Bool {
        guarded.withLock { core in
            core.drainer = nil
            core.isDraining = !core.effects.isEmpty
            return core.isDraining
        }
    }
}

/// A function that runs closures elsewhere, so that a long drain does not hold up a call.
package typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void
