import DatasyncTree

/// A search for the cheapest way to turn the elements of one array into the elements of another.
struct ArrayAligner {
    /// A step of an alignment; indices refer to the old array before any step.
    enum Step: Sendable {
        case edit(Int, new: Int)
        case remove(Int)
        case add(before: Int, new: Int)
    }

    let old: ArraySlice<JSONTree>
    let new: ArraySlice<JSONTree>
    /// The number of elements of the whole old array.
    let size: Int
    /// The bytes of an element's JSON Pointer, without the bytes of its index.
    let pointerLength: Int
    private(set) var steps: [Step] = []

    init(old: ArraySlice<JSONTree>, new: ArraySlice<JSONTree>, size: Int, pointerLength: Int) {
        self.old = old
        self.new = new
        self.size = size
        self.pointerLength = pointerLength
    }

    /// Finds the cheapest steps.
    ///
    /// - Parameter cost: Returns the bytes needed to change an element at an index into another.
    /// - Complexity: O(m·n) calls of `cost`.
    mutating func align(cost: (JSONTree, JSONTree, Int) -> Int) {
        // Cost and first step of the cheapest way for every pair of suffixes, computed from the ends backwards.
        let width = new.count + 1
        var costs = [Int](repeating: 0, count: (old.count + 1) * width)
        var choices = [UInt8](repeating: 0, count: costs.count)
        for row in stride(from: old.count, through: 0, by: -1) {
            for column in stride(from: new.count, through: 0, by: -1) where row < old.count || column < new.count {
                let (index, here) = (old.startIndex + row, row * width + column)
                let digits = String(index).utf8.count
                let removal = row < old.count ? costs[here + width] + 25 + pointerLength + digits : .max
                var best = (cost: Int.max, choice: UInt8(0))
                if row < old.count, column < new.count {
                    let step = cost(old[index], new[new.startIndex + column], index)
                    best = (costs[here + width + 1] + step, 0)
                }
                if removal < best.cost { best = (removal, 1) }
                if column < new.count {
                    let place = index == size ? 1 : digits
                    let step = costs[here + 1] + 31 + pointerLength + place + new[new.startIndex + column].length
                    if step < best.cost { best = (step, 2) }
                }
                (costs[here], choices[here]) = best
            }
        }
        var (row, column) = (0, 0)
        while row < old.count || column < new.count {
            let (index, other) = (old.startIndex + row, new.startIndex + column)
            switch choices[row * width + column] {
            case 0:
                steps.append(.edit(index, new: other))
                (row, column) = (row + 1, column + 1)
            case 1:
                steps.append(.remove(index))
                row += 1
            default:
                steps.append(.add(before: index, new: other))
                column += 1
            }
        }
    }

    /// Pairs the elements with equal indices.
    mutating func alignByPlace() {
        let common = min(old.count, new.count)
        for offset in 0..<common { steps.append(.edit(old.startIndex + offset, new: new.startIndex + offset)) }
        for index in old.indices.dropFirst(common) { steps.append(.remove(index)) }
        for index in new.indices.dropFirst(common) { steps.append(.add(before: old.endIndex, new: index)) }
    }
}
