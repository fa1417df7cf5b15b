#if Postgres
    import DatasyncLog

    /// The byte form of the entries in one row: a version, then each entry with its length before it.
    enum EntryBatch {
        static let version: UInt8 = 1

        static func bytes(of entries: [LogEntry]) -> [UInt8] {
            var bytes = [version]
            bytes.reserveCapacity(entries.reduce(1) { $0 + 4 + $1.byteCount })
            for entry in entries {
                bytes.append(littleEndian: UInt32(entry.byteCount))
                entry.appendBytes(to: &bytes)
            }
            return bytes
        }

        /// Reads the entries of a row.
        ///
        /// - Parameters:
        ///   - bytes: The byte form.
        ///   - count: The number of entries that the row should have.
        /// - Returns: The entries.
        /// - Throws: `LogError` `newerVersion`, or `damaged` if the bytes are not exactly that many entries.
        static func entries(in bytes: ArraySlice<UInt8>, count: Int) throws(LogError) -> [LogEntry] {
            if let version = bytes.first, version > self.version {
                throw LogError(
                    .newerVersion,
                    "The row has version \(version); this library reads up to \(self.version). Use the version of the "
                        + "library that wrote it, or a later one.")
            }
            let result = bytes.withUnsafeBytes { buffer in
                Result { () throws(LogError) in try read(buffer, count: count) }
            }
            return try result.get()
        }

        private static func read(_ bytes: UnsafeRawBufferPointer, count: Int) throws(LogError) -> [LogEntry] {
            var (reader, entries): (_, [LogEntry]) = (ByteReader(bytes), [])
            guard reader.read(UInt8.self) == version else { throw damage }
            while !reader.rest.isEmpty {
                guard let length = reader.read(UInt32.self), let bytes = reader.read(count: Int(length)) else {
                    throw damage
                }
                entries.append(try LogEntry(bytes: bytes))
            }
            guard entries.count == count, count > 0 else { throw damage }
            return entries
        }

        private static let damage = LogError(
            .damaged, "The row is not as it was written. Restore the database from a backup.")
    }
#endif
