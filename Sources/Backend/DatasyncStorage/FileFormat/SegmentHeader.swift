import DatasyncLog

/// The first sector of a segment.
struct SegmentHeader: Equatable {
    static let magic: UInt64 = 0x4C4E_524A_5344_5300

    var number: UInt64
    /// The random identifier in all frames of the segment.
    var identifier: UInt64
    /// The size of the file.
    var size: UInt64
    /// The number of the first batch.
    var firstBatch: UInt64
    var opening: UInt32
    var content: OpeningContent

    /// The bytes of the sector.
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: Self.magic)
        bytes.append(littleEndian: JournalFormat.version)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: number)
        bytes.append(littleEndian: identifier)
        bytes.append(littleEndian: size)
        bytes.append(littleEndian: firstBatch)
        bytes.append(littleEndian: UInt64(opening))
        content.append(to: &bytes)
        return FileHeader.sealed(bytes)
    }

    /// Reads the header of a file.
    static func read(_ bytes: UnsafeRawBufferPointer, of path: String) throws(LogError) -> SegmentHeader {
        var reader = try FileHeader.open(bytes, magic: magic, of: path)
        guard let number = reader.read(UInt64.self), let identifier = reader.read(UInt64.self),
            let size = reader.read(UInt64.self), let firstBatch = reader.read(UInt64.self),
            let opening = reader.read(UInt64.self), opening <= UInt32.max, let content = OpeningContent(reader.rest)
        else { throw FileHeader.damaged(path) }
        return SegmentHeader(
            number: number, identifier: identifier, size: size, firstBatch: firstBatch, opening: UInt32(opening),
            content: content)
    }
}
