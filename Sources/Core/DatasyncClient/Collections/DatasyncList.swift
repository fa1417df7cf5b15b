/// A list that shares its unchanged parts with earlier lists.
///
/// Use it like an array. When a copy of an array changes, all elements are copied. With this list it is only one chunk of them
/// and a reference to each other chunk: about 200 in all for 10,000 elements. So you can hold every list of many rows, for
/// instance to compare them:
///
/// ```swift
/// for try await rows in contacts.children(as: Contact.self).lists {
///     print(rows.count, rows.first?.value.name ?? "nobody")
/// }
/// ```
///
/// Access to an element takes O(log n), and iteration O(1) for each element.
public struct DatasyncList<Element: Sendable>: Sendable {
    /// The size above which a chunk is divided.
    @usableFromInline static var largest: Int { 128 }
    /// The size below which a chunk joins the next one, if there is room.
    @usableFromInline static var smallest: Int { 32 }

    /// The elements in parts, none of which is empty.
    @usableFromInline var chunks: [[Element]] = []
    /// The index of the first element of each chunk, and at last the number of elements.
    @usableFromInline var starts: [Int] = [0]

    /// Creates an empty list.
    @inlinable
    public init() {}

    /// Creates a list of the elements of a sequence.
    @inlinable
    public init(_ elements: some Sequence<Element>) {
        let all = Array(elements)
        // Chunks that are half full have room for more.
        let size = Self.largest / 2
        for start in stride(from: 0, to: all.count, by: size) {
            chunks.append(Array(all[start..<Swift.min(start + size, all.count)]))
            starts.append(starts[chunks.count - 1] + chunks[chunks.count - 1].count)
        }
    }

    /// Returns the last chunk that begins at or before an index.
    @inlinable
    func chunk(of index: Int) -> Int {
        precondition(index >= 0 && index < count, "The index \(index) is not in a list of \(count) elements.")
        var (low, high) = (0, chunks.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the index of the first element for which a condition holds, as it must for all behind it; O(log n).
    @inlinable
    package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        let chunk = Self.partitioningIndex(of: chunks.count) { holds(chunks[$0][chunks[$0].count - 1]) }
        guard chunk < chunks.count else { return count }
        return starts[chunk] + Self.partitioningIndex(of: chunks[chunk].count) { holds(chunks[chunk][$0]) }
    }

    @inlinable @inline(__always)
    static func partitioningIndex(of count: Int, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Moves the starts of all later chunks.
    @inlinable
    mutating func shift(after chunk: Int, by difference: Int) {
        for later in starts.indices.dropFirst(chunk + 1) { starts[later] += difference }
    }

    /// Divides a chunk that has become too large.
    @inlinable
    mutating func divide(_ chunk: Int) {
        guard chunks[chunk].count > Self.largest else { return }
        let half = chunks[chunk].count / 2
        chunks.insert(Array(chunks[chunk][half...]), at: chunk + 1)
        chunks[chunk].removeSubrange(half...)
        starts.insert(starts[chunk] + half, at: chunk + 1)
    }

    /// Removes a chunk that has become empty, and joins a small one with the next.
    @inlinable
    mutating func join(_ chunk: Int) {
        if chunks[chunk].isEmpty {
            chunks.remove(at: chunk)
            starts.remove(at: chunk)
        } else if chunks[chunk].count < Self.smallest, chunk + 1 < chunks.count,
            chunks[chunk].count + chunks[chunk + 1].count <= Self.largest
        {
            chunks[chunk] += chunks.remove(at: chunk + 1)
            starts.remove(at: chunk + 1)
        }
    }
}

extension DatasyncList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// The index of the first element, which is always 0.
    @inlinable public var startIndex: Int { 0 }

    /// The number of elements.
    @inlinable public var endIndex: Int { starts[chunks.count] }

    /// Accesses an element in O(log n).
    @inlinable
    public subscript(index: Int) -> Element {
        get {
            let chunk = chunk(of: index)
            return chunks[chunk][index - starts[chunk]]
        }
        set {
            let chunk = chunk(of: index)
            chunks[chunk][index - starts[chunk]] = newValue
        }
    }

    /// Returns an iterator over the elements in their order.
    @inlinable
    public func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { chunks.joined().makeIterator() }

    /// Inserts an element before an index; at the end for ``endIndex``.
    @inlinable
    public mutating func insert(_ element: Element, at index: Int) {
        guard !chunks.isEmpty else {
            self = DatasyncList(CollectionOfOne(element))
            return
        }
        let chunk = index == count ? chunks.count - 1 : chunk(of: index)
        chunks[chunk].insert(element, at: index - starts[chunk])
        shift(after: chunk, by: 1)
        divide(chunk)
    }

    /// Adds an element at the end.
    @inlinable
    public mutating func append(_ element: Element) { insert(element, at: count) }

    /// Removes and returns the element at an index.
    @inlinable @discardableResult
    public mutating func remove(at index: Int) -> Element {
        let chunk = chunk(of: index)
        let element = chunks[chunk].remove(at: index - starts[chunk])
        shift(after: chunk, by: -1)
        join(chunk)
        return element
    }

    /// Replaces elements by others; O(n).
    @inlinable
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
        var all = Array(self)
        all.replaceSubrange(range, with: elements)
        self = DatasyncList(all)
    }
}

extension DatasyncList: Equatable where Element: Equatable {
    /// Returns whether two lists have equal elements in the same order.
    @inlinable
    public static func == (left: DatasyncList, right: DatasyncList) -> Bool {
        left.count == right.count && left.elementsEqual(right)
    }
}

extension DatasyncList: Hashable where Element: Hashable {
    /// Hashes the elements in their order.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}

extension DatasyncList: Encodable where Element: Encodable {
    /// Encodes the elements, as an array does.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    @inlinable
    public func encode(to encoder: any Encoder) throws { try Array(self).encode(to: encoder) }
}

extension DatasyncList: ExpressibleByArrayLiteral {
    /// Creates a list of elements.
    @inlinable
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension DatasyncList: CustomStringConvertible {
    /// The elements, as in the description of an array.
    public var description: String { Array(self).description }
}
