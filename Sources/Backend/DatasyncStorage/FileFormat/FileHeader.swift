import DatasyncLog

/// The common part of all file headers, in this version and every later one.
///
/// Eight bytes of magic, four bytes of version, and the CRC-32C of the sector computed with zeros in its place.
enum FileHeader {
    private static let checksumOffset = 12

    /// Pads a header to a sector, and adds its checksum.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes + repeatElement(0, count: JournalFormat.sector - bytes.count)
        bytes.store(littleEndian: UInt32(0), at: checksumOffset)
        let checksum = bytes.withUnsafeBytes { CRC32C.of($0) }
        bytes.store(littleEndian: checksum, at: checksumOffset)
        return bytes
    }

    /// Checks a header, and returns a reader of the bytes after the common part.
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
