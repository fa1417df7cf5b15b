/// Elements with ascending numbers, most of which leave in order: a queue with access by number in O(1).
package struct NumberedQueue<Element: Sendable>: Sendable {
    /// The elements from ``first`` on; `nil` for those that have left.
    private var slots: [Element?] = []
    /// The number of the first slot.
    private var first = 0
    /// The number of leading slots that are empty.
    private var emptied = 0
    package private(set) var count = 0

    package var isEmpty: Bool { count == 0 }

    package subscript(number: Int) -> Element? {
        let index = number - first
        return slots.indices.contains(index) ? slots[index] : nil
    }

    /// Appends an element; its number must be greater than all before.
    mutating func append(_ element: Element, number: Int) {
        if count == 0 {
            slots.removeAll(keepingCapacity: true)
            (first, emptied) = (number, 0)
        }
        while slots.count < number - first { slots.append(nil) }
        slots.append(element)
        count += 1
    }

    /// Removes the element of a number; returns `nil` for an unknown number.
    mutating func remove(_ number: Int) -> Element? {
        let index = number - first
        guard slots.indices.contains(index), let element = slots[index] else { return nil }
        slots[index] = nil
        count -= 1
        while emptied < slots.count, slots[emptied] == nil { emptied += 1 }
        if emptied > 32, emptied * 2 > slots.count {
            slots.removeFirst(emptied)
            first += emptied
            emptied = 0
        }
        return element
    }
}

extension NumberedQueue: Sequence {
    /// Returns the elements with their numbers, in ascending order.
    package func makeIterator() -> AnyIterator<(key: Int, value: Element)> {
        var index = emptied
        return AnyIterator {
            while index < slots.count {
                defer { index += 1 }
                if let element = slots[index] { return (first + index, element) }
            }
            return nil
        }
    }
}
