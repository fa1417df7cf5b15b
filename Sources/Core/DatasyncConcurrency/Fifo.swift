/// A first-in, first-out queue; appending and removing one element cost amortised O(1).
@usableFromInline
package struct Fifo<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var head = 0

    @inlinable package init() {}

    @inlinable @inline(__always) package var isEmpty: Bool { head == elements.count }
    @inlinable @inline(__always) package var count: Int { elements.count - head }
    @inlinable @inline(__always) package var first: Element? { isEmpty ? nil : elements[head] }

    /// Returns an element by its distance from the first one.
    @inlinable @inline(__always) package func element(at offset: Int) -> Element? { elements[head + offset] }

    @inlinable
    package mutating func append(_ element: Element) { elements.append(element) }

    @inlinable
    package mutating func append(contentsOf more: some Sequence<Element>) {
        for element in more { append(element) }
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.capacity < 1024)
            head = 0
        } else if head > 64, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    @inlinable
    package mutating func removeAll() {
        elements = []
        head = 0
    }
}

extension Fifo: Sendable where Element: Sendable {}
