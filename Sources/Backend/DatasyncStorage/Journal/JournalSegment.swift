import DatasyncLog

/// The state of one segment, with an index of its frames by namespace.
///
/// The index is only in memory: opening a journal reads and checks all frames anyway, and builds it again. It knows groups of
/// consecutive frames, so that it takes little memory even if a namespace has millions of records; a reader skips the other
/// frames of a group, and checks each frame and the number of each record.
struct JournalSegment: Sendable {
    /// The records of one namespace.
    struct Span: Sendable {
        let first: UInt64
        fileprivate(set) var last: UInt64
        /// The groups with these records, in order.
        fileprivate var places: [Place] = []
    }

    /// A group with records of a namespace.
    fileprivate struct Place: Sendable {
        var group: UInt32
        /// The number of the first of these records, counted from the first one in the segment.
        var offset: UInt32
    }

    /// Some frames to read.
    struct Piece: Sendable {
        let segment: UInt64
        let identifier: UInt64
        let range: Range<UInt64>
    }

    /// The size from which a group is complete, in bytes.
    private static let groupSize: UInt64 = 16 << 10

    let header: SegmentHeader
    /// The offset after the last frame.
    var end = JournalFormat.firstFrame
    private(set) var spans: [LogNamespace: Span] = [:]
    /// The offsets of the groups.
    private var groups: [UInt64] = []

    init(header: SegmentHeader) { self.header = header }

    /// Adds consecutive records of a frame, which is the last one.
    mutating func add(_ numbers: ClosedRange<UInt64>, of namespace: LogNamespace, at offset: UInt64) {
        if groups.last.map({ offset - $0 >= Self.groupSize }) ?? true { groups.append(offset) }
        let group = UInt32(groups.count - 1)
        spans[namespace, default: Span(first: numbers.lowerBound, last: numbers.lowerBound)].add(numbers, in: group)
    }

    /// Returns whether the segment has a record of a namespace, or a later one.
    func hasRecord(_ number: UInt64, of namespace: LogNamespace) -> Bool {
        spans[namespace].map { $0.last >= number } ?? false
    }

    /// Returns the frames to read for a record and those after it.
    ///
    /// - Parameters:
    ///   - number: The number of the record.
    ///   - namespace: The namespace of the record.
    ///   - start: The offset up to which the frames have been read.
    ///   - limit: The number of bytes above which groups are not read together.
    /// - Returns: The frames; `nil` if the segment does not have the record.
    func piece(
        for number: UInt64, of namespace: LogNamespace, from start: UInt64, atMost limit: UInt64
    ) -> Piece? {
        guard let span = spans[namespace], let place = span.place(of: number) else { return nil }
        let begin = max(start, groups[Int(span.places[place].group)])
        var last = place
        while last + 1 < span.places.count, span.places[last + 1].group == span.places[last].group + 1,
            end(of: span.places[last].group) - begin < limit
        {
            last += 1
        }
        let end = max(begin, end(of: span.places[last].group))
        return Piece(segment: header.number, identifier: header.identifier, range: begin..<end)
    }

    private func end(of group: UInt32) -> UInt64 { Int(group) + 1 < groups.count ? groups[Int(group) + 1] : end }
}

extension JournalSegment.Span {
    fileprivate mutating func add(_ numbers: ClosedRange<UInt64>, in group: UInt32) {
        last = numbers.upperBound
        guard places.last?.group != group else { return }
        places.append(JournalSegment.Place(group: group, offset: UInt32(clamping: numbers.lowerBound - first)))
    }

    /// Returns the last group that begins with a record at or before a number.
    fileprivate func place(of number: UInt64) -> Int? {
        guard number >= first, number <= last else { return nil }
        var (low, high) = (0, places.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if first + UInt64(places[middle].offset) <= number { low = middle } else { high = middle }
        }
        return low
    }
}
