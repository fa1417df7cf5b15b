import DatasyncConcurrency

/// One rule of a ``ContractSuite``.
struct Contract: Sendable {
    /// The rule, as a sentence.
    let name: String
    let check: @Sendable () async throws -> Void

    init(_ name: String, _ check: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.check = check
    }

    static let all = delivery + handles + buffers + operations + wire + promises + live
}

/// A list that several threads append to.
final class Collected<Element: Sendable>: Sendable {
    private let guarded = Guarded<[Element]>([])

    var all: [Element] { guarded.withLock(\.self) }

    func add(_ element: Element) { guarded.withLock { $0.append(element) } }
}
