/// A shell around a pure state: one lock, and one drain that executes effects in order, outside the lock.
///
/// ```
///  perform ──▶ lock: state changes, effects join the queue ──▶ unlock ──▶ drain is free: execute; else: return at once
/// ```
///
/// A call that is made while an effect is executed, on the same or another thread, changes the state at once; its effects
/// run after all effects queued before. The drain takes all queued effects with one acquisition of the lock.
///
/// **Fairness.** A call with a limit executes as many effects as it caused, directly or through calls that its effects make
/// on the same thread, and a few of other calls, but never more than the limit. The remaining effects are handed over: the
/// owner of the shell continues with ``drain(atMost:_:)`` on an executor. The drain stays claimed in between, which
/// preserves the order.
package final class Shell<State: Sendable, Effect: Sendable>: Sendable {
    @usableFromInline struct Core: Sendable {
        @usableFromInline var state: State
        /// The effects that no drain has taken, in order.
        @usableFromInline var queue: [Effect] = []
        /// The effects that an interrupted drain has put back, last first; they precede the queue.
        @usableFromInline var front: [Effect] = []
        @usableFromInline var isDraining = false
        /// The thread of the draining call; `nil` while an executor drains.
        @usableFromInline var drainer: ThreadIdentity?
        /// The number of effects that the call may still execute.
        @usableFromInline var allowance = 0

        @usableFromInline init(state: State) { self.state = state }

        /// Takes the effects to execute next.
        @inlinable mutating func take() -> Batch {
            var batch = Batch()
            if front.isEmpty {
                swap(&batch.effects, &queue)
            } else {
                swap(&batch.effects, &front)
                batch.isReversed = true
            }
            return batch
        }
    }

    /// Effects that a drain has taken from the queue.
    @usableFromInline struct Batch: Sendable {
        @usableFromInline var effects: [Effect] = []
        /// Whether the last effect is the next one.
        @usableFromInline var isReversed = false

        @inlinable init() {}

        /// Removes the next effect, so that it is released right after its execution.
        @inlinable mutating func next() -> Effect? {
            if !isReversed {
                if effects.count > 1 { effects.reverse() }
                isReversed = true
            }
            return effects.popLast()
        }
    }

    /// The number of other calls' effects that a call also executes, so that a short queue needs no executor.
    @inlinable static var courtesy: Int { 16 }

    /// Guards all of ``Core``; never held while an effect is executed or released.
    @usableFromInline let guarded: Guarded<Core>

    @inlinable package init(_ state: State) { guarded = Guarded(Core(state: state)) }

    /// Changes the state, then executes effects unless another thread already does.
    ///
    /// `limit`: The maximum number of effects to execute here; without one, all are executed.
    /// `execute`: Called for each effect, outside the lock.
    /// `body`: Changes the state, and appends the effects to the array.
    /// - Returns: The result of the body, and whether the caller must continue with ``drain(atMost:_:)`` on an executor.
    @inlinable
    package func perform<Result: Sendable, Failure: Error>(
        limit: Int? = nil, _ execute: (Effect) -> Void,
        _ body: (inout State, inout [Effect]) throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, handsOver: Bool) {
        let caller = limit == nil ? nil : ThreadIdentity.current
        let (result, batch) = try guarded.withLock { core throws(Failure) -> (Result, Batch?) in
            let before = core.queue.count
            let result = try body(&core.state, &core.queue)
            let caused = core.queue.count - before
            if core.isDraining {
                if let caller, core.drainer == caller { core.allowance += caused }
                return (result, nil)
            }
            guard caused > 0 else { return (result, nil) }
            core.isDraining = true
            core.drainer = caller
            // The batch that is taken here is what the call has caused.
            core.allowance = Self.courtesy
            return (result, core.take())
        }
        guard let batch else { return (result, false) }
        return (result, drain(batch, atMost: limit ?? .max, countsAllowance: limit != nil, execute))
    }

    /// Continues a drain that was handed over.
    ///
    /// - Returns: Whether effects are left; the caller then continues later, so that other work of the executor gets a turn.
    @inlinable
    package func drain(atMost count: Int, _ execute: (Effect) -> Void) -> Bool {
        drain(guarded.withLock { $0.take() }, atMost: count, countsAllowance: false, execute)
    }

    /// Runs a closure on the state, under the lock, without changing it.
    @inlinable
    package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guarded.withLock { body($0.state) }
    }

    /// Whether all effects have been executed.
    package var isIdle: Bool { guarded.withLock { !$0.isDraining } }

    /// Executes a batch, and then those that have been queued meanwhile, up to `limit` effects.
    ///
    /// `countsAllowance`: Whether the allowance also limits the number of effects after the first batch.
    /// - Returns: Whether effects are left, which the caller hands over; the drain then stays claimed.
    @inlinable
    func drain(
        _ first: Batch, atMost limit: Int, countsAllowance: Bool, _ execute: (Effect) -> Void
    ) -> Bool {
        var batch = first
        var (left, ofBatch) = (limit, limit)
        while true {
            while ofBatch > 0, let effect = batch.next() {
                execute(effect)
                ofBatch -= 1
                left -= 1
            }
            guard let (next, allowance) = proceed(after: batch, mayContinue: left > 0, countsAllowance: countsAllowance)
            else { return false }
            guard let next else { return true }
            batch = next
            ofBatch = min(left, allowance)
        }
    }

    /// Takes the next batch after one was executed, or after its limit was reached.
    ///
    /// - Returns: `nil` if no effect is left, which ends the drain; no batch if the rest is handed over; otherwise the batch
    ///   and the number of its effects that may be executed.
    @inlinable
    func proceed(
        after batch: consuming Batch, mayContinue: Bool, countsAllowance: Bool
    ) -> (next: Batch?, allowance: Int)? {
        let (rest, isEmpty) = (batch, batch.effects.isEmpty)
        return guarded.withLock { core -> (next: Batch?, allowance: Int)? in
            if !isEmpty {
                core.front = rest.effects
            } else if core.queue.isEmpty, core.front.isEmpty {
                // The emptied array serves as the next queue, so that its capacity is used again.
                if core.queue.capacity < rest.effects.capacity, rest.effects.capacity <= 1024 {
                    core.queue = rest.effects
                }
                core.isDraining = false
                core.drainer = nil
                return nil
            }
            guard mayContinue, !countsAllowance || core.allowance > 0 else {
                core.drainer = nil
                return (nil, 0)
            }
            let next = core.take()
            let allowance = countsAllowance ? min(core.allowance, next.effects.count) : .max
            if countsAllowance { core.allowance -= allowance }
            return (next, allowance)
        }
    }
}

/// A function that runs closures elsewhere, so that a long drain does not hold up a call.
package typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void
