import DatasyncLog

/// The check of the bytes of one segment, and the decision about its end.
struct SegmentScan {
    /// The state of the bytes after the last valid frame.
    enum Tail: Equatable {
        /// Nothing meaningful follows.
        case clean
        /// The bytes up to an end offset were not written completely, and may be cut.
        case torn(end: UInt64)
        /// Durable bytes have changed since they were written.
        case damaged(at: UInt64)
        /// Only a newer version can read the frame at an offset.
        case newer(at: UInt64, version: UInt8)
    }

    let header: SegmentHeader
    /// Whether there is a later segment, which states the last batch of this one.
    let isFollowed: Bool

    private(set) var end = JournalFormat.firstFrame
    private(set) var batch: UInt64
    private(set) var opening: UInt32
    private(set) var content: OpeningContent
    /// Whether the last frame marks a clean close.
    private(set) var isClosed = false
    /// The last batch that the frames prove durable.
    private(set) var durable: UInt64
    /// The frames that may exist only in the system's memory.
    private var unproved: [(batch: UInt64, offset: UInt64)] = []

    init(header: SegmentHeader, isFollowed: Bool) {
        self.header = header
        self.isFollowed = isFollowed
        batch = header.firstBatch - 1
        durable = header.firstBatch - 1
        opening = header.opening
        content = header.content
    }

    /// The offset after the last frame proved durable.
    var durableEnd: UInt64 { unproved.first?.offset ?? end }

    /// Passes each valid frame with its offset to a closure, and judges the rest.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the segment.
    ///   - visit: Receives the frame and its offset; stops the scan by throwing.
    /// - Returns: The state of the bytes after the last valid frame.
    /// - Throws: The error of the closure.
    mutating func run<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer, _ visit: (Frame.Found, UInt64) throws(Failure) -> Void
    ) throws(Failure) -> Tail {
        while true {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[min(Int(end), bytes.count)...])
            switch Frame.read(rest, segment: header.identifier) {
            case .newer(let version): return .newer(at: end, version: version)
            case .none: return judge(rest)
            case .found(let found):
                guard accepts(found) else { return judge(rest) }
                try visit(found, end)
                if found.frame.kind == .opening, let content = OpeningContent(found.content) { self.content = content }
                isClosed = found.frame.kind == .close
                batch = found.frame.batch
                unproved.append((batch, end))
                if found.frame.durable > durable {
                    durable = found.frame.durable
                    unproved.removeAll { $0.batch <= durable }
                }
                opening = found.frame.opening
                end += UInt64(found.length)
            }
        }
    }

    /// Returns whether a frame continues the frames before it.
    ///
    /// A frame of an earlier opening was located after a point where the segment was cut.
    private func accepts(_ found: Frame.Found) -> Bool {
        let frame = found.frame
        guard frame.batch == batch + 1 else { return false }
        if frame.kind == .opening { return frame.opening > opening && OpeningContent(found.content) != nil }
        return frame.opening == opening && !isClosed
    }

    /// Judges the bytes after the last valid frame.
    private func judge(_ rest: UnsafeRawBufferPointer) -> Tail {
        guard let first = rest.firstNonZero else { return .clean }
        // The next segment states the last batch of this one, so anything after that batch here is meaningless: it can be
        // the rest of a frame that was cut.
        if isFollowed { return .clean }
        if isClosed { return .damaged(at: end + UInt64(first)) }
        var offset = 0
        while offset + Frame.headerSize <= rest.count {
            let place = UnsafeRawBufferPointer(rebasing: rest[offset...])
            // Such a frame proves that the missing batch was durable, so it is not a torn write.
            if case .found(let found) = Frame.read(place, segment: header.identifier),
                found.frame.opening >= opening, found.frame.durable > batch
            {
                return .damaged(at: end)
            }
            offset += 8
        }
        return .torn(end: end + UInt64(rest.lastNonZero + 1))
    }
}

extension UnsafeRawBufferPointer {
    /// The index of the first byte that is not 0.
    var firstNonZero: Int? {
        // Compares whole pages as words, because almost all of them are zero.
        var offset = 0
        while offset + 4_096 <= count {
            if !isZero(offset..<offset + 4_096) { break }
            offset += 4_096
        }
        return self[offset...].firstIndex { $0 != 0 }
    }

    /// The index of the last byte that is not 0; -1 if all are.
    fileprivate var lastNonZero: Int {
        var end = count
        while end >= 4_096, isZero(end - 4_096..<end) { end -= 4_096 }
        return self[..<end].lastIndex { $0 != 0 } ?? -1
    }

    private func isZero(_ range: Range<Int>) -> Bool {
        var sum: UInt64 = 0
        for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
            sum |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        }
        return sum == 0
    }
}
