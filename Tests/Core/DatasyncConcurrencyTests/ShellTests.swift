import DatasyncConcurrency
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite("The shell around a state")
struct ShellTests {
    private struct Refusal: Error {}

    /// Counts a call and requests `effects` effects with consecutive numbers.
    private static func ask(_ effects: Int) -> @Sendable (inout Int, inout [Int]) -> Int {
        { next, queue in
            for _ in 0..<effects {
                queue.append(next)
                next += 1
            }
            return next
        }
    }

    @Test("the call returns after its effects have been executed in order")
    func order() {
        let shell = Shell<Int, Int>(0)
        let done = Record<Int>()
        let result = shell.perform({ done.note($0) }, Self.ask(5)).result
        #expect(result == 5)
        #expect(done.entries == [0, 1, 2, 3, 4])
        #expect(shell.read { $0 } == 5)
        _ = shell.perform({ done.note($0) }, Self.ask(0))
        #expect(done.entries.count == 5)
    }

    @Test("a call inside an effect changes the state at once, and its effects follow those queued before")
    func reentrancy() {
        let shell = Shell<Int, Int>(0)
        let done = Record<String>()
        _ = shell.perform(
            { effect in
                done.note("begin \(effect)")
                if effect < 2 {
                    let next = shell.perform({ _ in done.note("wrong drainer") }, Self.ask(2)).result
                    done.note("state \(next), read \(shell.read { $0 })")
                }
                done.note("end \(effect)")
            }, Self.ask(2))
        #expect(
            done.entries == [
                "begin 0", "state 4, read 4", "end 0", "begin 1", "state 6, read 6", "end 1", "begin 2", "end 2",
                "begin 3", "end 3",
                "begin 4", "end 4", "begin 5", "end 5",
            ])
    }

    @Test("a long chain of calls inside effects needs no deep stack")
    func chain() {
        let shell = Shell<Int, Int>(0)
        let count = Atomic<Int>(0)
        _ = shell.perform(
            { effect in
                count.add(1, ordering: .relaxed)
                if effect < 100_000 { _ = shell.perform({ _ in }, Self.ask(1)) }
            }, Self.ask(1))
        #expect(count.load(ordering: .relaxed) == 100_001)
    }

    private static func refuse(_ state: inout Int, _ effects: inout [Int]) throws(Refusal) -> Int {
        throw Refusal()
    }

    @Test("an error of the body is thrown, and the shell remains usable")
    func errors() {
        let shell = Shell<Int, Int>(0)
        let done = Record<Int>()
        #expect(throws: Refusal.self) {
            try shell.perform({ done.note($0) }, Self.refuse)
        }
        #expect(done.entries == [])
        #expect(shell.perform({ done.note($0) }, Self.ask(1)).result == 1)
        #expect(done.entries == [0])
    }

    @Test("with many threads every effect is executed exactly once, in order, one at a time", arguments: [2, 8])
    func threads(count: Int) {
        let shell = Shell<Int, Int>(0)
        let done = Record<Int>()
        let running = Atomic<Int>(0)
        let overlaps = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: count) { _ in
            for call in 0..<2000 {
                _ = shell.perform(
                    { effect in
                        if running.add(1, ordering: .acquiringAndReleasing).newValue > 1 {
                            overlaps.add(1, ordering: .relaxed)
                        }
                        done.note(effect)
                        if effect % 97 == 0 { _ = shell.perform({ _ in }, Self.ask(effect % 2)) }
                        running.subtract(1, ordering: .acquiringAndReleasing)
                    }, Self.ask(call % 4))
            }
        }
        let total = shell.read { $0 }
        #expect(total >= count * 3000)
        #expect(done.entries == Array(0..<total))
        #expect(overlaps.load(ordering: .relaxed) == 0)
    }

    private static func step(_ state: inout [Int], _ effects: inout [Int]) {
        state[0] += 1
        state[1] += 1
    }

    @Test("readers on other threads always see a consistent state")
    func readers() {
        let shell = Shell<[Int], Int>([0, 0])
        let torn = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<2000 {
                if thread % 2 == 0 {
                    _ = shell.perform({ _ in }, Self.step)
                } else if !shell.read({ $0[0] == $0[1] }) {
                    torn.add(1, ordering: .relaxed)
                }
            }
        }
        #expect(torn.load(ordering: .relaxed) == 0)
        #expect(shell.read { $0 } == [4000, 4000])
    }
}
