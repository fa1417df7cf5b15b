import DatasyncLog

/// The first sector of a snapshot file.
struct SnapshotHeader: Equatable {
    static let magic: UInt64 = 0x5041_4E53_5344_5300

    var number: UInt64
    /// The number of snapshots in the file.
    var count: UInt64
    /// The size of the file.
    var size: UInt64

    /// The bytes of the sector.
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: Self.magic)
        bytes.append(littleEndian: JournalFormat.version)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: number)
        bytes.append(littleEndian: count)
        bytes.append(littleEndian: size)
        return FileHeader.sealed(bytes)
    }

    static func read(_ bytes: UnsafeRawBufferPointer, of path: String) throws(LogError) -> SnapshotHeader {
        var reader = try FileHeader.open(bytes, magic: magic, of: path)
        guard let number = reader.read(UInt64.self), let count = reader.read(UInt64.self),
            let size = reader.read(UInt64.self)
        else { throw FileHeader.damaged(path) }
        return SnapshotHeader(number: number, count: count, size: size)
    }
}
