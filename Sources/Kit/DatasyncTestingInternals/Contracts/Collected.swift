import DatasyncConcurrency

/// A list that several threads append to.
final class Collected<Element: Sendable>: Sendable {
    private let guarded = Guarded<[Element]>([])

    var all: [Element] { guarded.withLock(\.self) }

    func add(_ element: Element) { guarded.withLock { $0.append(element) } }
}
