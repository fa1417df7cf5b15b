#if Migrator
    /// The minimal set of removed and inserted elements that turns one list of numbers into another.
    ///
    /// It uses Myers' linear-space algorithm: a search from both ends finds a point in the middle of a shortest edit
    /// path, then both halves are searched recursively.
    struct ShortestEdit {
        /// Whether each old element is removed.
        private(set) var removed: [Bool]
        /// Whether each new element is inserted.
        private(set) var inserted: [Bool]
        private let old: [Int]
        private let new: [Int]
        /// The furthest positions in the old list that the forward and backward searches reach, by diagonal.
        private var front: [Int]
        private var back: [Int]

        init(_ old: [Int], _ new: [Int]) {
            self.old = old
            self.new = new
            removed = Array(repeating: false, count: old.count)
            inserted = Array(repeating: false, count: new.count)
            front = Array(repeating: 0, count: old.count + new.count + 3)
            back = front
            compare(old.indices, new.indices)
        }

        private mutating func compare(_ olds: Range<Int>, _ news: Range<Int>) {
            var (left, right) = (olds, news)
            while let first = left.first, let other = right.first, old[first] == new[other] {
                left.removeFirst()
                right.removeFirst()
            }
            while let last = left.last, let other = right.last, old[last] == new[other] {
                left.removeLast()
                right.removeLast()
            }
            if left.isEmpty || right.isEmpty {
                for index in left { removed[index] = true }
                for index in right { inserted[index] = true }
            } else {
                let (x, y) = middle(left, right)
                compare(left.lowerBound..<x, right.lowerBound..<y)
                compare(x..<left.upperBound, y..<right.upperBound)
            }
        }

        /// Returns a point on a shortest edit path between two parts that are not empty and differ at both ends.
        private mutating func middle(_ left: Range<Int>, _ right: Range<Int>) -> (Int, Int) {
            let shift = new.count + 1
            let lowest = left.lowerBound - right.upperBound
            let highest = left.upperBound - right.lowerBound
            let start = left.lowerBound - right.lowerBound
            let end = left.upperBound - right.upperBound
            let isOdd = !(start - end).isMultiple(of: 2)
            var (frontLow, frontHigh, backLow, backHigh) = (start, start, end, end)
            front[shift + start] = left.lowerBound
            back[shift + end] = left.upperBound
            while true {
                Self.widen(&frontLow, &frontHigh, lowest, highest) { front[shift + $0] = -1 }
                for diagonal in stride(from: frontHigh, through: frontLow, by: -2) {
                    var x = max(front[shift + diagonal - 1] + 1, front[shift + diagonal + 1])
                    while x < left.upperBound, x - diagonal < right.upperBound, old[x] == new[x - diagonal] { x += 1 }
                    front[shift + diagonal] = x
                    if isOdd, backLow <= diagonal, diagonal <= backHigh, back[shift + diagonal] <= x {
                        return (x, x - diagonal)
                    }
                }
                Self.widen(&backLow, &backHigh, lowest, highest) { back[shift + $0] = .max }
                for diagonal in stride(from: backHigh, through: backLow, by: -2) {
                    var x = min(back[shift + diagonal - 1], back[shift + diagonal + 1] - 1)
                    while x > left.lowerBound, x - diagonal > right.lowerBound, old[x - 1] == new[x - diagonal - 1] {
                        x -= 1
                    }
                    back[shift + diagonal] = x
                    if !isOdd, frontLow <= diagonal, diagonal <= frontHigh, x <= front[shift + diagonal] {
                        return (x, x - diagonal)
                    }
                }
            }
        }

        /// Extends the range by one diagonal on each side, within the bounds, and clears the new diagonals.
        private static func widen(
            _ low: inout Int, _ high: inout Int, _ lowest: Int, _ highest: Int, clear: (Int) -> Void
        ) {
            if low > lowest {
                low -= 1
                clear(low - 1)
            } else {
                low += 1
            }
            if high < highest {
                high += 1
                clear(high + 1)
            } else {
                high -= 1
            }
        }
    }
#endif
