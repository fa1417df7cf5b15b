import DatasyncClient
import DatasyncTree

/// Changes of one of 10,000 children in a list whose consumer holds the earlier list: the cost must not grow with the list.
struct ListFold {
    static let name = "child-lists"
    private static let count = 10_000

    private final class Row: Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }
    }

    private var fold = ChildFold<DatasyncList<Row>>(.key)
    private var held = DatasyncList<Row>()
    /// Whole numbers, whose order is that of the rows.
    private let keys = (0..<Self.count).map { Key(unchecked: String($0)) }

    init() {
        for (number, key) in keys.enumerated() { fold.set(Row(number), for: key, .number(0)) }
    }

    /// Changes some children.
    ///
    /// - Throws: ``BenchError`` if a held list has changed, or the last one is wrong.
    mutating func execute(_ changes: Int) throws(BenchError) {
        for change in 0..<changes {
            held = fold.rows
            let index = change * 7_919 % Self.count
            fold.set(Row(-change), for: keys[index], .number(1))
            guard held[index].number == index, fold.rows[index].number == -change, held.count == Self.count else {
                throw BenchError("The row \(index) of a held list is \(held[index].number).")
            }
        }
    }
}
