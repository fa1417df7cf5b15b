import DatasyncLog

/// Reads the files of a journal, checks every byte, and decides how the journal continues.
///
/// Changes nothing: a damaged directory, or one of a newer version, stays as it is.
struct JournalRecovery {
    private static let pieceSize = 1 << 20

    let fileSystem: any FileSystem
    let directory: String
    /// Whether to read the records before any damage instead of throwing an error.
    let salvages: Bool

    private(set) var book = JournalBook()
    /// The damage that a salvaging recovery found.
    private(set) var damage: [LogError] = []
    /// The end of the bytes to cut from the last segment; `nil` if only zeros follow the last frame.
    private(set) var tornEnd: UInt64?
    private(set) var wasClosed = false
    /// The last batch proved durable, and the offset in the last segment after which nothing is.
    private(set) var durable: (batch: UInt64, end: UInt64) = (0, JournalFormat.firstFrame)
    /// The code of the policy for the last frames.
    private(set) var policy: UInt8 = 0
    /// The file names of unfinished operations.
    private(set) var leftovers: [String] = []
    /// The files without a current snapshot.
    private(set) var obsoleteSnapshots: [UInt64] = []
    private var records = RecordReader()

    init(fileSystem: any FileSystem, directory: String, salvages: Bool) {
        self.fileSystem = fileSystem
        self.directory = directory
        self.salvages = salvages
    }

    mutating func run() throws(LogError) {
        let names = try fileSystem.names(in: directory)
        leftovers = names.filter { $0.hasSuffix(JournalFormat.temporaryEnding) }.sorted()
        let snapshots = names.compactMap { JournalFormat.number(of: $0, ending: JournalFormat.snapshotEnding) }
        for number in snapshots.sorted() {
            let file = try open(JournalFormat.snapshotName(number))
            try salvaging { this throws(LogError) in
                let places = try this.readSnapshots(file, number: number)
                this.obsoleteSnapshots += this.book.add(places, file: number)
            }
        }
        let segments = names.compactMap { JournalFormat.number(of: $0, ending: JournalFormat.segmentEnding) }.sorted()
        try salvaging { this throws(LogError) in
            for (index, number) in segments.enumerated() {
                try this.readSegment(number, isFollowed: index + 1 < segments.count)
            }
        }
        book.finishRecovery()
    }

    /// Runs a closure; a salvaging recovery records damage and continues.
    private mutating func salvaging(_ body: (inout Self) throws(LogError) -> Void) throws(LogError) {
        do {
            try body(&self)
        } catch {
            guard salvages, error.code == .damaged else { throw error }
            damage.append(error)
        }
    }

    private func open(_ name: String) throws(LogError) -> any StorageFile {
        try fileSystem.open("\(directory)/\(name)", .reading)
    }

    // MARK: Segments

    private mutating func readSegment(_ number: UInt64, isFollowed: Bool) throws(LogError) {
        let file = try open(JournalFormat.segmentName(number))
        if let last = book.current?.header.number, number != last + 1 {
            throw LogError(
                .damaged, file: file.path,
                "The segment \(directory)/\(JournalFormat.segmentName(last + 1)) is missing before \(file.path). Restore "
                    + "it from a backup, or open the directory with openReadOnly to read what precedes it.")
        }
        let size = try file.size()
        let bytes = try file.read(count: Int(clamping: size), at: 0)
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(LogError) in
                try read(buffer, of: file.path, number: number, isFollowed: isFollowed)
            }
        }
        try result.get()
    }

    private mutating func read(
        _ bytes: UnsafeRawBufferPointer, of path: String, number: UInt64, isFollowed: Bool
    ) throws(LogError) {
        let header = try SegmentHeader.read(bytes, of: path)
        guard header.number == number, header.size >= JournalFormat.firstFrame, header.firstBatch >= 1 else {
            throw FileHeader.damaged(path)
        }
        if let last = book.current, header.firstBatch != book.batch + 1 || header.opening < book.opening {
            let lastPath = "\(directory)/\(JournalFormat.segmentName(last.header.number))"
            throw LogError(
                .damaged, file: lastPath, offset: last.end,
                "\(lastPath) ends at offset \(last.end) with batch \(book.batch), but the next segment begins with batch "
                    + "\(header.firstBatch). \(Self.remedy)")
        }
        book.add(JournalSegment(header: header))
        book.batch = header.firstBatch - 1
        guard header.size == UInt64(bytes.count) else {
            // A segment gets its name only after its whole size is durable, so no crash makes it shorter.
            salvageStart(of: bytes, header)
            throw LogError(
                .damaged, file: path, offset: min(header.size, UInt64(bytes.count)),
                "\(path) has \(bytes.count) bytes in place of \(header.size). \(Self.remedy)")
        }
        try scan(bytes, header, path, isFollowed: isFollowed)
    }

    /// Reads the frames of a file that is too short, for a salvaging reader.
    private mutating func salvageStart(of bytes: UnsafeRawBufferPointer, _ header: SegmentHeader) {
        guard salvages else { return }
        // The size is already reported as damage; further problems would only be its consequences.
        try? scan(bytes, header, "", isFollowed: false)
    }

    private mutating func scan(
        _ bytes: UnsafeRawBufferPointer, _ header: SegmentHeader, _ path: String, isFollowed: Bool
    ) throws(LogError) {
        var scan = SegmentScan(header: header, isFollowed: isFollowed)
        var segment = JournalSegment(header: header)
        defer {
            book.finishSegment(segment, scan: scan)
            wasClosed = scan.isClosed
            policy = scan.content.policy
            durable = (scan.durable, scan.durableEnd)
        }
        let tail = try scan.run(bytes) { (found, offset) throws(LogError) in
            try add(found, at: offset, of: path, to: &segment)
        }
        switch tail {
        case .clean: break
        case .torn(let end): tornEnd = end
        case .damaged(let offset):
            throw LogError(
                .damaged, file: path, offset: offset,
                "\(path) is damaged at offset \(offset): batch \(scan.batch + 1) is not as it was written. \(Self.remedy)"
            )
        case .newer(_, let version): throw FileHeader.newer(UInt32(version), path)
        }
    }

    private mutating func add(
        _ found: Frame.Found, at offset: UInt64, of path: String, to segment: inout JournalSegment
    ) throws(LogError) {
        var reader = records
        defer { records = reader }
        do throws(RecordReader.Problem) {
            guard found.frame.kind == .records else { return }
            try reader.read(found) { record in
                if salvages { book.acceptStart(record) }
                return book.recover(record, in: &segment, at: offset)
            }
        } catch {
            switch error {
            case .newer(let version): throw FileHeader.newer(UInt32(version), path)
            case .malformed(let record):
                throw LogError(
                    .damaged, file: path, offset: offset,
                    "\(path) is damaged at offset \(offset): record \(record) of batch \(found.frame.batch) does not "
                        + "continue its namespace. \(Self.remedy)")
            }
        }
    }

    // MARK: Snapshots

    /// Checks a snapshot file, and returns the places of its snapshots.
    private mutating func readSnapshots(_ file: any StorageFile, number: UInt64) throws(LogError) -> [SnapshotPlace] {
        let header = try Self.parse(file.read(count: JournalFormat.sector, at: 0)) { (bytes) throws(LogError) in
            try SnapshotHeader.read(bytes, of: file.path)
        }
        guard header.number == number, try file.size() == header.size else { throw FileHeader.damaged(file.path) }
        var places: [SnapshotPlace] = []
        var offset = JournalFormat.firstFrame
        for _ in 0..<header.count {
            let place = try readSection(file, at: offset, number: number, size: header.size)
            offset = place.offset + place.section.length + UInt64(place.section.padding)
            places.append(place)
        }
        guard offset == header.size else { throw Self.damagedSnapshot(file.path, offset) }
        return places
    }

    private func readSection(
        _ file: any StorageFile, at offset: UInt64, number: UInt64, size: UInt64
    ) throws(LogError) -> SnapshotPlace {
        let longest = JournalFormat.aligned(SnapshotSection.fixedSize + LogNamespace.maximumLength)
        let section = try Self.parse(file.read(count: longest, at: offset)) { (bytes) throws(LogError) in
            do throws(RecordReader.Problem) {
                return try SnapshotSection.read(bytes)
            } catch {
                guard case .newer(let version) = error else { return nil }
                throw FileHeader.newer(UInt32(version), file.path)
            }
        }
        let start = offset + UInt64(section.map { SnapshotSection.headerSize(of: $0.namespace) } ?? 0)
        guard let section, start <= size, section.length <= size - start else {
            throw Self.damagedSnapshot(file.path, offset)
        }
        var checksum = CRC32C()
        var rest = section.length + UInt64(section.padding)
        var place = start
        while rest > 0 {
            let piece = try file.read(count: Int(min(rest, UInt64(Self.pieceSize))), at: place)
            guard !piece.isEmpty else { throw Self.damagedSnapshot(file.path, place) }
            piece.withUnsafeBytes { checksum.add($0) }
            place += UInt64(piece.count)
            rest -= UInt64(piece.count)
        }
        guard checksum.value == section.checksum else { throw Self.damagedSnapshot(file.path, start) }
        return SnapshotPlace(file: number, offset: start, section: section)
    }

    /// Reads a value from bytes.
    private static func parse<Value>(
        _ bytes: [UInt8], _ read: (UnsafeRawBufferPointer) throws(LogError) -> Value
    ) throws(LogError) -> Value {
        try bytes.withUnsafeBytes { buffer in
            Result { () throws(LogError) in try read(buffer) }
        }.get()
    }

    private static let remedy =
        "Restore the directory from a backup, or open it with openReadOnly to read what precedes the damage."

    static func damagedSnapshot(_ path: String, _ offset: UInt64) -> LogError {
        LogError(
            .damaged, file: path, offset: offset,
            "The snapshot in \(path) at offset \(offset) is not as it was written. Restore the directory from a backup, or "
                + "open it with openReadOnly to read the other namespaces.")
    }
}
