import DatasyncLog

/// The first sector of a segment.
struct SegmentHeader: Equatable {
    static let magic: UInt64 = 0x4C4E_524A_5344_5300

    var number: UInt64
    /// The random identifier that all frames of the segment have.
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

/// The part that the headers of all files have in common, in this version and every later one.
///
/// Eight bytes of magic, four of the version, and the CRC-32C of the sector with zeros in its place.
enum FileHeader {
    private static let checksumOffset = 12

    /// Fills a header up to a sector, and adds its checksum.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes + repeatElement(0, count: JournalFormat.sector - bytes.count)
        bytes.store(littleEndian: UInt32(0), at: checksumOffset)
        let checksum = bytes.withUnsafeBytes { CRC32C.of($0) }
        bytes.store(littleEndian: checksum, at: checksumOffset)
        return bytes
    }

    /// Checks a header, and returns a reader of what follows the common part.
    static func open(
        _ bytes: UnsafeRawBufferPointer, magic: UInt64, of path: String
    ) throws(LogError) -> ByteReader {
        let sector = Array(bytes.prefix(JournalFormat.sector))
        var reader = ByteReader(bytes)
        guard sector.count == JournalFormat.sector, sealed(sector) == sector, reader.read(UInt64.self) == magic,
            let version = reader.read(UInt32.self), reader.read(UInt32.self) != nil
        else { throw damaged(path) }
        guard version == JournalFormat.version else { throw newer(version, path) }
        return reader
    }

    static func damaged(_ path: String) -> LogError {
        LogError(
            .damaged, file: path, offset: 0,
            "The header of \(path) is damaged. Restore the directory from a backup, or open it with openReadOnly to "
                + "read what is intact.")
    }

    static func newer(_ version: UInt32, _ path: String) -> LogError {
        LogError(
            .newerVersion, file: path,
            "\(path) has version \(version) of the format; this library reads version \(JournalFormat.version). Nothing "
                + "was changed. Use the version of the library that wrote it, or a later one.")
    }
}
