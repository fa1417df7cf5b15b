import DatasyncConcurrency
import TestSupport
import Testing

@Suite("Fifo queues")
struct FifoTests {
    @Test("elements leave in the order in which they entered, through random use", arguments: [1, 3, 10])
    func model(burst: Int) {
        var random = SeededGenerator(salt: 140 + UInt64(burst))
        var queue = Fifo<Int>()
        var model: [Int] = []
        for step in 0..<30_000 {
            switch random.below(20) {
            case 0..<9:
                let more = (0..<random.below(burst + 1)).map { step * 100 + $0 }
                queue.append(contentsOf: more)
                model.append(contentsOf: more)
            case 9:
                queue.append(step)
                model.append(step)
            case 10 where random.below(200) == 0:
                queue.removeAll()
                model.removeAll()
            default:
                #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()), "step \(step), \(Seed.note)")
            }
            #expect(queue.count == model.count && queue.isEmpty == model.isEmpty, "step \(step), \(Seed.note)")
        }
        while let next = queue.popFirst() { #expect(next == model.removeFirst(), "\(Seed.note)") }
        #expect(model.isEmpty)
    }

    @Test("an empty queue returns nil repeatedly")
    func empty() {
        var queue = Fifo<Int>()
        #expect(queue.popFirst() == nil)
        queue.append(1)
        #expect(queue.popFirst() == 1)
        #expect(queue.popFirst() == nil)
        #expect(queue.isEmpty && queue.count == 0)
    }

    @Test("a queue may hold nil elements")
    func optionals() {
        var queue = Fifo<Int?>()
        queue.append(contentsOf: [nil, 1, nil])
        #expect(queue.count == 3)
        #expect(queue.popFirst() == .some(nil))
        #expect(queue.popFirst() == .some(1))
        #expect(queue.popFirst() == .some(nil))
        #expect(queue.isEmpty)
    }

    @Test("a copy is unaffected by the original")
    func copies() {
        var queue = Fifo<Int>()
        queue.append(contentsOf: 0..<10)
        var copy = queue
        while queue.popFirst() != nil {}
        #expect(copy.count == 10)
        #expect(copy.popFirst() == 0)
    }

    @Test("a removed element is released at once")
    func releases() {
        final class Token {}
        var queue = Fifo<Token>()
        weak var first: Token?
        weak var second: Token?
        do {
            let tokens = [Token(), Token()]
            (first, second) = (tokens[0], tokens[1])
            queue.append(contentsOf: tokens)
        }
        #expect(first != nil)
        _ = queue.popFirst()
        #expect(first == nil)
        #expect(second != nil)
        queue.removeAll()
        #expect(second == nil)
    }
}
