import DatasyncLog

/// A reader of the records in frames, which remembers the namespace of the previous record.
struct RecordReader {
    /// A problem of a record whose frame is intact.
    enum Problem: Error, Equatable {
        case malformed(record: UInt32)
        case newer(version: UInt8)
    }

    private var nameBytes: [UInt8] = []
    private var namespace: LogNamespace?

    /// Passes the records of a frame to a closure, in order.
    ///
    /// - Parameters:
    ///   - found: The frame.
    ///   - body: Returns whether the record is the expected one.
    /// - Throws: ``Problem`` if a record is malformed, unexpected or of a newer version.
    mutating func read(_ found: Frame.Found, _ body: (StoredRecord) -> Bool) throws(Problem) {
        var reader = ByteReader(found.content)
        for index in 0..<found.frame.count {
            guard let version = reader.read(UInt8.self) else { throw .malformed(record: index) }
            guard version == StoredRecord.version else { throw .newer(version: version) }
            guard let nameLength = reader.read(UInt16.self), let number = reader.read(UInt64.self),
                let time = reader.read(Int64.self), let length = reader.read(UInt32.self),
                let name = reader.read(count: Int(nameLength)), let entry = reader.read(count: Int(length)),
                let namespace = namespace(name)
            else { throw .malformed(record: index) }
            let record = StoredRecord(namespace: namespace, number: number, time: LogTime(time), entry: entry)
            guard body(record) else { throw .malformed(record: index) }
        }
    }

    private mutating func namespace(_ bytes: UnsafeRawBufferPointer) -> LogNamespace? {
        if let namespace, nameBytes.elementsEqual(bytes) { return namespace }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        namespace = try? LogNamespace(text)
        nameBytes = Array(bytes)
        return namespace
    }
}
