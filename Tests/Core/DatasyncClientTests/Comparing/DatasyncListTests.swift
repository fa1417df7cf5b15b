import DatasyncAsync
import DatasyncTree
import Foundation
import TestSupport
import Testing

/// Lists that share with earlier ones what did not change.
struct DatasyncListTests {
    @Test("it is the same as an array after each random change, and earlier lists stay", arguments: 0..<30)
    func random(salt: Int) {
        var generator = SeededGenerator(salt: UInt64(9_700 + salt))
        var array = Array(0..<[0, 1, 127, 129, 1_000, 5_000][salt % 6])
        var list = DatasyncList(array)
        var kept: [(list: DatasyncList<Int>, array: [Int])] = []
        // Some histories grow, some shrink, and some stay as they are.
        let removals = [20, 45, 80][salt % 3]
        for number in 0..<600 {
            if number.isMultiple(of: 60) { kept.append((list, array)) }
            let place = generator.below(array.count + 1)
            if place < array.count, generator.chance(removals) {
                let removed = list.remove(at: place)
                #expect(removed == array.remove(at: place), "\(Seed.note)")
            } else if place < array.count, generator.chance(40) {
                list[place] = -number
                array[place] = -number
            } else if generator.chance(10) {
                let new = Array(repeating: number, count: generator.below(300))
                let end = min(array.count, place + generator.below(200))
                list.replaceSubrange(place..<end, with: new)
                array.replaceSubrange(place..<end, with: new)
            } else if generator.chance(10) {
                list.append(number)
                array.append(number)
            } else {
                list.insert(number, at: place)
                array.insert(number, at: place)
            }
            guard list.count == array.count else {
                Issue.record("after step \(number): \(list.count) elements, not \(array.count). \(Seed.note)")
                return
            }
            for _ in 0..<5 where !array.isEmpty {
                let index = generator.below(array.count)
                #expect(list[index] == array[index], "\(Seed.note)")
            }
        }
        #expect(Array(list) == array && kept.allSatisfy { Array($0.list) == $0.array }, "\(Seed.note)")
        #expect(Array(list.indices.map { list[$0] }) == array && list.map(\.self) == array)
    }

    @Test("all elements one by one at the beginning, and all removed from there")
    func beginning() {
        var list: DatasyncList<Int> = []
        for number in 0..<3_000 { list.insert(number, at: 0) }
        #expect(list.elementsEqual((0..<3_000).reversed()))
        for number in (0..<3_000).reversed() { #expect(list.remove(at: 0) == number) }
        #expect(list.isEmpty && list.first == nil && list == [])
    }

    @Test("equality, hash, description and JSON are those of the elements")
    func values() throws {
        var grown: DatasyncList<Int> = []
        for number in 0..<500 { grown.insert(number, at: grown.count / 2) }
        let same = DatasyncList(Array(grown))
        #expect(grown == same && grown.hashValue == same.hashValue && grown != DatasyncList(0..<500))
        let short: DatasyncList = [1, 2, 3]
        #expect(short.description == "[1, 2, 3]")
        #expect(String(decoding: try JSONEncoder().encode(short), as: UTF8.self) == "[1,2,3]")
        #expect(short.sorted(by: >) == [3, 2, 1] && short.firstIndex(of: 2) == 1 && short.last == 3)
    }
}
