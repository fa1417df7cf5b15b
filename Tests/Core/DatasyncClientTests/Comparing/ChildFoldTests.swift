import DatasyncClient
import DatasyncTree
import TestSupport
import Testing

/// The lists that are folded from the events of children.
struct ChildFoldTests {
    @Test("rows are in the order of the children after each random change; earlier lists stay", arguments: 0..<20)
    func random(salt: Int) throws {
        var generator = SeededGenerator(salt: UInt64(9_100 + salt))
        let order: Order = [.key, .priority, .value, .child(Path([Key(unchecked: "a")]))][salt % 4]
        var fold = ChildFold<[Int]>(order)
        var children = Children()
        var numbers: [Key: Int] = [:]
        var kept: [(list: [Int], copy: [Int])] = []
        for number in 0..<400 {
            // Few rows that often change, or many in several chunks.
            let key = Key(unchecked: "\(generator.below(salt.isMultiple(of: 3) ? 5_000 : 40))")
            let child = generator.chance(25) ? .null : generator.node(depth: 2)
            children.set(child, for: key)
            numbers[key] = child.isNull ? nil : number
            fold.set(child.isNull ? nil : number, for: key, child)
            let expected = children.entries(by: order).map(\.key)
            #expect(fold.keys == expected && fold.rows == expected.compactMap { numbers[$0] }, "\(Seed.note)")
            if number.isMultiple(of: 50) { kept.append((fold.rows, fold.rows.map { $0 })) }
        }
        #expect(kept.allSatisfy { $0.list == $0.copy } && kept.count == 8)
        fold.removeAll()
        #expect(fold.rows.isEmpty && fold.keys.isEmpty)
    }

    @Test("a thousand rows in the opposite order of their keys, and the removal of an absent one")
    func descending() {
        var fold = ChildFold<[Int]>(.key)
        for number in (0..<1_000).reversed() { fold.set(number, for: Key(unchecked: "\(number)"), .number(1)) }
        fold.set(nil, for: Key(unchecked: "absent"), .null)
        #expect(fold.rows == Array(0..<1_000))
        for number in 0..<1_000 where number != 500 { fold.set(nil, for: Key(unchecked: "\(number)"), .null) }
        #expect(fold.rows == [500] && fold.keys == [Key(unchecked: "500")])
    }
}
