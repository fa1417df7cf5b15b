import DatasyncLog

/// A record as stored in a frame: everything but the incarnation, which is the journal's.
struct StoredRecord {
    static let version: UInt8 = 1

    let namespace: LogNamespace
    let number: UInt64
    let time: LogTime
    /// The byte form of the entry; valid as long as the frame's buffer.
    let entry: UnsafeRawBufferPointer

    /// Returns the number of bytes of the stored form.
    static func byteCount(_ entry: LogEntry, in namespace: LogNamespace) -> Int {
        23 + namespace.name.utf8.count + entry.byteCount
    }

    static func append(_ record: LogRecord, in namespace: LogNamespace, to bytes: inout [UInt8]) {
        bytes.append(version)
        bytes.append(littleEndian: UInt16(namespace.name.utf8.count))
        bytes.append(littleEndian: record.position.number)
        bytes.append(littleEndian: record.time.sinceEpoch)
        bytes.append(littleEndian: UInt32(record.entry.byteCount))
        bytes.append(contentsOf: namespace.name.utf8)
        record.entry.appendBytes(to: &bytes)
    }
}
