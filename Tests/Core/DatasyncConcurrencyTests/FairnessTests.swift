import DatasyncConcurrency
import Dispatch
import Synchronization
import TestSupport
import Testing

/// A shell whose callers have a limit, with an executor that the test runs.
private final class LimitedShell: Sendable {
    let shell = Shell<Int, Int>(0)
    let done = Record<Int>()
    private let isHandedOver = Atomic<Bool>(false)
    private let inside: @Sendable (LimitedShell, Int) -> Void

    /// - Parameter inside: Called within each effect.
    init(inside: @escaping @Sendable (LimitedShell, Int) -> Void = { _, _ in }) { self.inside = inside }

    var isWaitingForExecutor: Bool { isHandedOver.load(ordering: .acquiring) }

    /// Requests effects with consecutive numbers.
    ///
    /// - Returns: The number of effects that the call executed, including those requested inside its effects.
    @discardableResult
    func ask(_ effects: Int, limit: Int? = 100) -> Int {
        let count = Atomic<Int>(0)
        let (_, handsOver) = shell.perform(limit: limit) { [self] effect in
            count.add(1, ordering: .relaxed)
            execute(effect)
        } _: { next, queue in
            for _ in 0..<effects {
                queue.append(next)
                next += 1
            }
            return next
        }
        if handsOver { isHandedOver.store(true, ordering: .releasing) }
        return count.load(ordering: .relaxed)
    }

    /// Runs one turn of the executor.
    func runExecutor(atMost count: Int = .max) {
        guard isHandedOver.exchange(false, ordering: .acquiringAndReleasing) else { return }
        if shell.drain(atMost: count, execute) { isHandedOver.store(true, ordering: .releasing) }
    }

    private func execute(_ effect: Int) {
        done.note(effect)
        inside(self, effect)
    }
}

@Suite("Limits on the effects that a caller executes", .timeLimit(.minutes(20)))
struct FairnessTests {
    @Test("a caller executes its own effects up to the limit and hands over the rest, in order")
    func limit() {
        let shell = LimitedShell()
        #expect(shell.ask(100, limit: 100) == 100)
        #expect(!shell.isWaitingForExecutor && shell.shell.isIdle)
        #expect(shell.ask(250, limit: 100) == 100)
        #expect(shell.isWaitingForExecutor && !shell.shell.isIdle)
        #expect(shell.ask(5, limit: 100) == 0)
        shell.runExecutor(atMost: 30)
        #expect(shell.done.entries == Array(0..<230))
        #expect(shell.isWaitingForExecutor)
        shell.runExecutor()
        #expect(shell.done.entries == Array(0..<355))
        #expect(!shell.isWaitingForExecutor && shell.shell.isIdle)
    }

    @Test("without a limit a caller executes all effects")
    func unlimited() {
        let shell = LimitedShell()
        #expect(shell.ask(5_000, limit: nil) == 5_000)
        #expect(shell.shell.isIdle)
    }

    @Test("effects that a caller's effects request count as its own")
    func nested() {
        let shell = LimitedShell { shell, effect in if effect < 10 { shell.ask(4) } }
        #expect(shell.ask(1) == 41)
        #expect(shell.shell.isIdle)
        #expect(shell.done.entries == Array(0..<41))
    }

    @Test("a caller executes at most 16 effects that another thread requested", arguments: [1, 16, 17, 40])
    func others(count: Int) {
        let queue = DispatchQueue(label: "other")
        // Another thread makes its calls while the first effect is executed.
        let shell = LimitedShell { shell, effect in
            guard effect == 0 else { return }
            let finished = DispatchSemaphore(value: 0)
            queue.async {
                for _ in 0..<count { shell.ask(1) }
                finished.signal()
            }
            finished.wait()
        }
        #expect(shell.ask(2) == 2 + min(count, 16))
        #expect(shell.isWaitingForExecutor == (count > 16))
        shell.runExecutor()
        #expect(shell.done.entries == Array(0..<count + 2))
        #expect(shell.shell.isIdle)
    }

    @Test("an effect that represents many is executed in parts within the limits", arguments: [1, 7, 30, 1_000])
    func parts(limit: Int) {
        // Each effect represents its numbers; the rest of one keeps its last number.
        let shell = Shell<Int, Range<Int>>(0)
        let done = Record<Int>()
        let execute = { (effect: consuming Range<Int>, left: inout Int) -> Range<Int>? in
            let effect = effect
            let count = min(left, effect.count)
            for number in effect.prefix(count) { done.note(number) }
            left -= count
            return count < effect.count ? effect.dropFirst(count) : nil
        }
        let (_, handsOver) = shell.perform(limit: limit, weight: \.count, execute) { _, queue in
            queue += [0..<20, 20..<21, 21..<60]
        }
        #expect(done.entries.count == min(limit, 60) && handsOver == (limit < 60))
        var isLeft = handsOver
        while isLeft { isLeft = shell.drain(atMost: 13, execute) }
        #expect(done.entries == Array(0..<60) && shell.isIdle)
    }

    @Test("a call inside an effect may execute as many parts as its effects represent")
    func nestedParts() {
        let shell = Shell<Int, Range<Int>>(0)
        let done = Record<Int>()
        func execute(_ effect: consuming Range<Int>, _ left: inout Int) -> Range<Int>? {
            let effect = effect
            let count = min(left, effect.count)
            for number in effect.prefix(count) {
                done.note(number)
                guard number == 0 else { continue }
                _ = shell.perform(limit: 100, weight: \.count, execute) { _, queue in queue += [1..<41] }
            }
            left -= count
            return count < effect.count ? effect.dropFirst(count) : nil
        }
        let (_, handsOver) = shell.perform(limit: 100, weight: \.count, execute) { _, queue in queue += [0..<1] }
        #expect(done.entries == Array(0..<41) && !handsOver && shell.isIdle)
    }

    @Test("no caller of many threads exceeds its limit, and the order holds", arguments: [1, 7, 64])
    func threads(limit: Int) {
        let shell = LimitedShell { shell, effect in
            if effect % 11 == 0 { shell.ask(effect % 3, limit: 64) }
        }
        let most = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for call in 0..<1_000 {
                most.max(shell.ask((call + thread) % 5, limit: limit), ordering: .relaxed)
                if call % 8 == 0 { shell.runExecutor(atMost: 50) }
            }
        }
        while !shell.shell.isIdle { shell.runExecutor() }
        #expect(most.load(ordering: .relaxed) <= limit)
        #expect(shell.done.entries == Array(0..<shell.shell.read { $0 }))
    }
}
