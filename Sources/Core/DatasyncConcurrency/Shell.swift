/// A shell around a pure state: one lock, and one drain that executes effects in order, outside the lock.
///
/// ```
///  perform ──▶ lock: state changes, effects join the queue ──▶ unlock ──▶ drain is free: execute; else: return at once
/// ```
///
/// A call made while an effect is executed, on the same or another thread, changes the state at once; its effects run after
/// all effects queued before. The drain takes all queued effects with one acquisition of the lock.
///
/// **Fairness.** A call with a limit executes as many effects as it caused, directly or through calls that its effects make
/// on the same thread, and a few effects of other calls, but never more than the limit. It hands over the remaining effects:
/// the owner of the shell continues with ``drain(atMost:_:finish:)`` on an executor. The drain stays claimed in between,
/// which preserves the order.
///
/// One effect may stand for many, and count as many: a drain can execute a part of it, and continue with the rest.
@usableFromInline
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

        /// Moves the effects to execute next into an empty batch.
        @inlinable @inline(__always) mutating func take(into batch: inout Batch) {
            batch.isReversed = !front.isEmpty
            if batch.isReversed {
                swap(&batch.effects, &front)
            } else {
                swap(&batch.effects, &queue)
            }
        }
    }

    /// Effects that a drain has taken from the queue; never copied, so that taking an effect out copies nothing.
    @usableFromInline struct Batch: Sendable {
        @usableFromInline var effects: [Effect] = []
        /// Whether the last effect is the next one.
        @usableFromInline var isReversed = false

        @inlinable init() {}

        /// Puts back the rest of the effect that was removed last.
        @inlinable @inline(__always) mutating func putBack(_ rest: consuming Effect) { effects.append(rest) }

        /// Removes the next effect, so that it is released right after its execution.
        @inlinable @inline(__always) mutating func next() -> Effect? {
            if !isReversed {
                reverse()
                isReversed = true
            }
            return effects.popLast()
        }

        /// Reverses the order by moves; the method of the standard library copies and releases each effect.
        @inlinable @inline(__always) mutating func reverse() {
            let count = effects.count
            if count < 2 { return }
            effects.withUnsafeMutableBufferPointer { buffer in
                for index in 0..<count / 2 { buffer.swapAt(index, count - 1 - index) }
            }
        }
    }

    /// The number of effects of other calls that a call also executes, so that a short queue needs no executor.
    @inlinable static var courtesy: Int { 16 }

    /// Guards all of ``Core``; never held while an effect is executed or released.
    @usableFromInline let guarded: ContendedGuarded<Core>

    @inlinable package init(_ state: State) { guarded = ContendedGuarded(Core(state: state)) }

    /// Changes the state, then executes effects unless another thread already does.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of effects to execute here; without one, all are executed.
    ///   - weight: Returns the number that an effect counts as.
    ///   - execute: Called for each effect, outside the lock, with the number left to execute. It subtracts the number of
    ///     executed effects, and returns the rest of the effect, or `nil` if the effect is complete.
    ///   - finish: Called after the last effect of a batch, before another thread can continue the drain.
    ///   - body: Changes the state, and appends the effects to the array.
    /// - Returns: The result of the body, and whether the caller must continue with ``drain(atMost:_:finish:)`` on an executor.
    /// - Throws: The error of the body.
    @inlinable
    @inline(__always)
    package func perform<Result: Sendable, Failure: Error>(
        limit: Int? = nil, weight: (Effect) -> Int = { _ in 1 },
        _ execute: (consuming Effect, _ left: inout Int) -> Effect?,
        finish: () -> Void = {}, _ body: (inout State, inout [Effect]) throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, handsOver: Bool) {
        let caller = limit == nil ? nil : ThreadIdentity.current
        var batch = Batch()
        let (result, drains) = try guarded.withLock { core throws(Failure) -> (Result, Bool) in
            let before = core.queue.count
            let result = try body(&core.state, &core.queue)
            let caused = core.queue.count - before
            if core.isDraining {
                if let caller, core.drainer == caller {
                    for effect in core.queue[before...] { core.allowance += weight(effect) }
                }
                return (result, false)
            }
            guard caused > 0 else { return (result, false) }
            core.isDraining = true
            core.drainer = caller
            // The batch taken here holds the effects that the call caused.
            core.allowance = Self.courtesy
            core.take(into: &batch)
            return (result, true)
        }
        guard drains else { return (result, false) }
        return (result, drain(&batch, atMost: limit ?? .max, countsAllowance: limit != nil, execute, finish))
    }

    /// Changes the state, then executes effects, each of which counts as one.
    @inlinable
    @inline(__always)
    package func perform<Result: Sendable, Failure: Error>(
        limit: Int? = nil, _ execute: (Effect) -> Void, finish: () -> Void = {},
        _ body: (inout State, inout [Effect]) throws(Failure) -> Result
    ) throws(Failure) -> (result: Result, handsOver: Bool) {
        try perform(
            limit: limit,
            { effect, left in
                execute(effect)
                left -= 1
                return nil
            }, finish: finish, body)
    }

    /// Continues a drain that was handed over.
    ///
    /// - Parameters:
    ///   - count: The maximum number of effects to execute.
    ///   - execute: As for ``perform(limit:weight:_:finish:_:)``.
    ///   - finish: As for ``perform(limit:weight:_:finish:_:)``.
    /// - Returns: Whether effects are left; the caller then continues later, so that other work of the executor gets a turn.
    @inlinable
    @inline(__always)
    package func drain(
        atMost count: Int, _ execute: (consuming Effect, _ left: inout Int) -> Effect?, finish: () -> Void = {}
    ) -> Bool {
        var batch = Batch()
        guarded.withLock { $0.take(into: &batch) }
        return drain(&batch, atMost: count, countsAllowance: false, execute, finish)
    }

    /// Continues a drain that was handed over; each effect counts as one.
    @inlinable
    @inline(__always)
    package func drain(atMost count: Int, _ execute: (Effect) -> Void, finish: () -> Void = {}) -> Bool {
        drain(
            atMost: count,
            { effect, left in
                execute(effect)
                left -= 1
                return nil
            }, finish: finish)
    }

    /// Runs a closure on the state, under the lock, without changing it.
    @inlinable
    package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
        guarded.withLock { body($0.state) }
    }

    /// Whether all effects have been executed.
    package var isIdle: Bool { guarded.withLock { !$0.isDraining } }

    /// Executes a batch, and then the batches queued meanwhile, up to `limit` effects.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - limit: The maximum number of effects to execute.
    ///   - countsAllowance: Whether the allowance also limits the number of effects after the first batch.
    ///   - execute: As for ``perform(limit:weight:_:finish:_:)``.
    ///   - finish: As for ``perform(limit:weight:_:finish:_:)``.
    /// - Returns: Whether effects are left, which the caller hands over; the drain then stays claimed.
    @inlinable
    @inline(__always)
    func drain(
        _ batch: inout Batch, atMost limit: Int, countsAllowance: Bool,
        _ execute: (consuming Effect, _ left: inout Int) -> Effect?, _ finish: () -> Void
    ) -> Bool {
        var (left, ofBatch) = (limit, limit)
        // The effects that a call causes itself do not use up its allowance.
        var isFirst = true
        while true {
            let before = ofBatch
            while ofBatch > 0, let effect = batch.next() {
                if let rest = execute(effect, &ofBatch) { batch.putBack(rest) }
            }
            left -= before - ofBatch
            finish()
            switch proceed(
                with: &batch, atMost: left, countsAllowance: countsAllowance, unused: isFirst ? 0 : ofBatch)
            {
            case .execute(let count):
                ofBatch = count
                isFirst = false
            case .handOver: return true
            case .done: return false
            }
        }
    }

    @usableFromInline enum Turn {
        /// Executes at most a number of effects of the next batch.
        case execute(atMost: Int)
        case handOver
        case done
    }

    /// Takes the next batch after one was executed, or puts back the rest of a batch whose limit was reached.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - left: The number of effects that may still be executed.
    ///   - countsAllowance: Whether the allowance also limits the number of effects.
    ///   - unused: The part of the allowance that the batch has left.
    /// - Returns: The next step of the drain.
    @inlinable
    @inline(__always)
    func proceed(with batch: inout Batch, atMost left: Int, countsAllowance: Bool, unused: Int) -> Turn {
        guarded.withLock { core in
            if countsAllowance { core.allowance += unused }
            if !batch.effects.isEmpty {
                if !batch.isReversed { batch.reverse() }
                swap(&core.front, &batch.effects)
            } else if core.queue.isEmpty {
                // The emptied array becomes the next queue, so that its capacity is reused.
                if batch.effects.capacity <= 1024 { swap(&core.queue, &batch.effects) }
                core.isDraining = false
                core.drainer = nil
                return .done
            }
            guard left > 0, !countsAllowance || core.allowance > 0 else {
                core.drainer = nil
                return .handOver
            }
            core.take(into: &batch)
            guard countsAllowance else { return .execute(atMost: left) }
            let count = min(core.allowance, left)
            core.allowance -= count
            return .execute(atMost: count)
        }
    }
}

/// A function that runs closures elsewhere, so that a long drain does not hold up a call.
package typealias Executor = @Sendable (@escaping @Sendable () -> Void) -> Void
