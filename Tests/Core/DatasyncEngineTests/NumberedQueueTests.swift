import TestSupport
import Testing

@testable import DatasyncEngine

/// Tests that a numbered queue holds the elements of a dictionary, in ascending order.
struct NumberedQueueTests {
    @Test("appends with gaps and removals in any order give the elements of a dictionary")
    func equalsDictionary() {
        for round in 0..<20 {
            var random = SeededGenerator(salt: UInt64(round))
            var queue = NumberedQueue<String>()
            var model: [Int: String] = [:]
            var next = random.below(50)
            let mostInOrder = 20 + random.below(80)
            var removalChance = 30
            for step in 0..<500 {
                if step % 100 == 0 { removalChance = random.pick([20, 45, 70]) }
                if random.chance(removalChance) {
                    let numbers = model.keys.sorted()
                    let oldest = numbers.first ?? next
                    let number =
                        random.chance(10)
                        ? oldest - 2 + random.below(8)
                        : random.chance(mostInOrder) || numbers.isEmpty ? oldest : random.pick(numbers)
                    #expect(queue.remove(number) == model.removeValue(forKey: number), "round \(round), \(Seed.note)")
                } else {
                    next += random.chance(80) ? 1 : 1 + random.below(70)
                    queue.append("\(next)", number: next)
                    model[next] = "\(next)"
                }
                let isSame = queue.count == model.count && queue.isEmpty == model.isEmpty
                #expect(isSame, "round \(round), step \(step), \(Seed.note)")
                if let number = model.keys.min() {
                    let probes = number - 1...number + 3
                    #expect(probes.allSatisfy { queue[$0] == model[$0] }, "round \(round), step \(step), \(Seed.note)")
                }
                if step % 20 == 0 {
                    let expected = model.sorted { $0.key < $1.key }
                    #expect(queue.elementsEqual(expected) { $0 == $1 }, "round \(round), step \(step), \(Seed.note)")
                }
            }
        }
    }
}
