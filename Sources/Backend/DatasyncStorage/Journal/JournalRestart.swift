import DatasyncLog

/// Begins an opening of a journal: cuts the bytes after the last frame, and writes the first frame.
struct JournalRestart {
    let files: SegmentFiles
    let options: JournalLog.Options

    /// Begins an opening in the current segment, or in a new one if the current one is full.
    ///
    /// The sync also makes durable everything that an earlier process has written.
    ///
    /// - Parameters:
    ///   - file: The current segment.
    ///   - book: The bookkeeping, changed only if the operation succeeds.
    ///   - end: The end of the bytes that may follow the last frame.
    ///   - durable: The last durable batch, and the offset of the frames to write again. An earlier process may have failed
    ///     to sync them, after which the system does not write them by itself.
    ///   - purpose: The purpose of the sync.
    /// - Returns: The segment to write to.
    /// - Throws: The error of a file; the book is then unchanged.
    func begin(
        in file: any StorageFile, _ book: inout JournalBook, cutting end: UInt64,
        durable: (batch: UInt64, end: UInt64), _ purpose: SyncPurpose
    ) throws(LogError) -> any StorageFile {
        guard let segment = book.current else { return try create(&book) }
        if durable.end < segment.end {
            try file.write(file.read(count: Int(segment.end - durable.end), at: durable.end), at: durable.end)
        }
        if end > segment.end { try files.fill(file, segment.end..<end) }
        guard segment.header.size - segment.end >= JournalFormat.reserve / 2 else {
            try file.sync(purpose)
            return try create(&book)
        }
        let content = OpeningContent(incarnation: book.incarnation, policy: options.policy)
        let frame = Frame(
            kind: .opening, segment: segment.header.identifier, batch: book.batch + 1, durable: durable.batch,
            opening: book.opening + 1)
        let bytes = frame.encoded { content.append(to: &$0) }
        try file.write(bytes, at: segment.end)
        try file.sync(purpose)
        book.opening += 1
        book.addFrame(length: bytes.count)
        return file
    }

    /// Creates the next segment, which also begins an opening.
    func create(_ book: inout JournalBook) throws(LogError) -> any StorageFile {
        let number = (book.current?.header.number ?? 0) + 1
        let header = try header(number, after: book, opening: book.opening + 1, size: options.segmentSize)
        let name = JournalFormat.segmentName(number) + JournalFormat.temporaryEnding
        let file = try files.finish(
            files.createZeros(name, size: header.size), name, as: header, willRename: {})
        book.add(JournalSegment(header: header))
        return file
    }

    /// Returns the header for a new segment after the last batch.
    func header(_ number: UInt64, after book: JournalBook, opening: UInt32, size: UInt64) throws(LogError)
        -> SegmentHeader
    {
        let sector = UInt64(JournalFormat.sector)
        let identifier = try files.fileSystem.randomNumber()
        return SegmentHeader(
            number: number, identifier: identifier, size: (size + sector - 1) / sector * sector,
            firstBatch: book.batch + 1, opening: opening,
            content: OpeningContent(incarnation: book.incarnation, policy: options.policy))
    }
}
