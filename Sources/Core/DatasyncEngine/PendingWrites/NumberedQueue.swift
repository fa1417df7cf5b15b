/// A queue of elements with ascending numbers, most of which leave in order or in reverse order.
///
/// Appending costs O(1), access by number a binary search. The storage is proportional to the number of elements, however
/// far apart their numbers are.
package struct NumberedQueue<Element: Sendable>: Sendable {
    /// The place of an element, which is `nil` after it has left.
    private struct Slot: Sendable {
        let number: Int
        var element: Element?
    }

    /// The elements in order.
    private var slots: [Slot] = []
    /// The number of leading slots that are empty.
    private var emptied = 0
    package private(set) var count = 0

    package var isEmpty: Bool { count == 0 }

    /// The lowest number; `nil` if there are no elements.
    var firstNumber: Int? { isEmpty ? nil : slots[emptied].number }
    /// The highest number; `nil` if there are no elements.
    var lastNumber: Int? { slots.last?.number }

    package subscript(number: Int) -> Element? { index(of: number).flatMap { slots[$0].element } }

    /// Appends an element; its number must be greater than all before.
    mutating func append(_ element: consuming Element, number: Int) {
        slots.append(Slot(number: number, element: element))
        count += 1
    }

    /// Changes the element with a number; no effect for an unknown number.
    mutating func modify(_ number: Int, _ body: (inout Element) -> Void) {
        guard let index = index(of: number), slots[index].element != nil else { return }
        body(&slots[index].element!)
    }

    /// Removes the element with a number; returns `nil` for an unknown number.
    mutating func remove(_ number: Int) -> Element? {
        if slots.count == 1, slots[0].number == number {
            count = 0
            let element = slots.removeLast().element
            if slots.capacity > 1024 { slots = [] }
            return element
        }
        guard let index = index(of: number), let element = slots[index].element.take() else { return nil }
        count -= 1
        if count == 0 {
            slots.removeAll(keepingCapacity: slots.capacity <= 1024)
            emptied = 0
            return element
        }
        while slots[emptied].element == nil { emptied += 1 }
        while slots[slots.count - 1].element == nil { slots.removeLast() }
        if slots.count > 2 * count + 64 {
            slots.removeAll { $0.element == nil }
            emptied = 0
        }
        return element
    }

    private func index(of number: Int) -> Int? {
        var (low, high) = (emptied, slots.count)
        if low < high, slots[low].number == number { return low }
        if low < high, slots[high - 1].number == number { return high - 1 }
        while low < high {
            let middle = (low + high) / 2
            if slots[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < slots.count && slots[low].number == number ? low : nil
    }
}

extension NumberedQueue: Sequence {
    /// Returns the elements with their numbers, in ascending order.
    package func makeIterator() -> AnyIterator<(key: Int, value: Element)> {
        var index = emptied
        return AnyIterator {
            while index < slots.count {
                defer { index += 1 }
                if let element = slots[index].element { return (slots[index].number, element) }
            }
            return nil
        }
    }
}
