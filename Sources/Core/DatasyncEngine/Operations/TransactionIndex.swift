import DatasyncTree

/// The unsettled transactions by path, so that a write visits only those that it overlaps.
struct TransactionIndex: Sendable {
    private var numbersByPath = PathTree<[Int]>()

    mutating func insert(_ number: Int, at path: Path) {
        numbersByPath.modify(path) { $0.value = ($0.value ?? []) + [number] }
    }

    mutating func remove(_ number: Int, at path: Path) {
        numbersByPath.modify(path) { branch in
            branch.value?.removeAll { $0 == number }
            if branch.value?.isEmpty == true { branch.value = nil }
        }
    }

    /// Returns the transactions at and below a path, in order.
    func atOrBelow(_ path: Path) -> [Int] {
        var numbers: [Int] = []
        numbersByPath[path]?.visit { numbers += $1 }
        return numbers.sorted()
    }

    /// Returns the transactions at, above and below a path, in order.
    func overlapping(_ path: Path) -> [Int] {
        var numbers = atOrBelow(path)
        var branch: PathTree<[Int]>? = numbersByPath
        for key in path {
            numbers += branch?.value ?? []
            branch = branch?.child(key)
        }
        return numbers.sorted()
    }
}
