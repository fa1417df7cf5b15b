import DatasyncLog

/// The header of one snapshot within a file; the body follows, padded with zeros to a multiple of 8.
struct SnapshotSection: Hashable {
    static let magic: UInt32 = 0x4E53_5344
    static let version: UInt8 = 1
    static let fixedSize = 40

    var namespace: LogNamespace
    /// The number of the last record in the snapshot.
    var number: UInt64
    var time: LogTime
    /// The number of bytes of the body.
    var length: UInt64
    /// The CRC-32C of the body and its padding.
    var checksum: UInt32

    /// Returns the number of bytes of a namespace's header.
    static func headerSize(of namespace: LogNamespace) -> Int {
        JournalFormat.aligned(fixedSize + namespace.name.utf8.count)
    }

    /// The number of zeros after the body.
    var padding: Int { Int(8 - length % 8) % 8 }

    /// The bytes of the header.
    func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: Self.magic)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: number)
        bytes.append(littleEndian: time.sinceEpoch)
        bytes.append(littleEndian: length)
        bytes.append(littleEndian: checksum)
        bytes.append(littleEndian: UInt16(namespace.name.utf8.count))
        bytes.append(Self.version)
        bytes.append(0)
        bytes.append(contentsOf: namespace.name.utf8)
        bytes.append(contentsOf: repeatElement(0, count: Self.headerSize(of: namespace) - bytes.count))
        bytes.store(littleEndian: Self.checksum(of: bytes), at: 4)
        return bytes
    }

    /// Reads a header at the start of a buffer; `nil` if it is damaged.
    ///
    /// - Throws: The version, if a newer version wrote the section.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(RecordReader.Problem) -> SnapshotSection? {
        var reader = ByteReader(bytes)
        guard reader.read(UInt32.self) == magic, let checksum = reader.read(UInt32.self),
            let number = reader.read(UInt64.self), let time = reader.read(Int64.self),
            let length = reader.read(UInt64.self), let bodyChecksum = reader.read(UInt32.self),
            let nameLength = reader.read(UInt16.self), let version = reader.read(UInt8.self),
            reader.read(UInt8.self) != nil, let name = reader.read(count: Int(nameLength)),
            bytes.count >= JournalFormat.aligned(fixedSize + name.count)
        else { return nil }
        let header = Array(bytes.prefix(JournalFormat.aligned(fixedSize + name.count)))
        guard checksum == Self.checksum(of: header) else { return nil }
        guard version == Self.version else { throw .newer(version: version) }
        guard let text = String(validating: name, as: UTF8.self), let namespace = try? LogNamespace(text) else {
            return nil
        }
        return SnapshotSection(
            namespace: namespace, number: number, time: LogTime(time), length: length, checksum: bodyChecksum)
    }

    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { bytes in
            var checksum = CRC32C()
            checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<4]))
            checksum.add(UnsafeRawBufferPointer(rebasing: bytes[8...]))
            return checksum.value
        }
    }
}
