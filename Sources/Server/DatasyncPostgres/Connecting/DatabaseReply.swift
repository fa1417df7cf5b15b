#if Postgres
    import CPostgres

    /// The rows that a statement returned, in the binary form of the protocol.
    struct DatabaseReply: Sendable {
        /// The number of rows.
        let count: Int
        private let columns: Int
        /// The range of each value in the bytes; `nil` for a null.
        private let ranges: [Range<Int>?]
        private let bytes: [UInt8]

        /// Creates a reply from rows of values.
        init(_ rows: [[[UInt8]?]] = []) {
            count = rows.count
            columns = rows.first?.count ?? 0
            var (ranges, bytes): ([Range<Int>?], [UInt8]) = ([], [])
            for value in rows.joined() {
                ranges.append(value.map { bytes.count..<bytes.count + $0.count })
                bytes += value ?? []
            }
            (self.ranges, self.bytes) = (ranges, bytes)
        }

        /// Copies a result of the library.
        init(_ result: OpaquePointer) {
            let (rows, columns) = (PQntuples(result), PQnfields(result))
            var (ranges, bytes): ([Range<Int>?], [UInt8]) = ([], [])
            ranges.reserveCapacity(Int(rows * columns))
            for row in 0..<rows {
                for column in 0..<columns {
                    guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else {
                        ranges.append(nil)
                        continue
                    }
                    let length = Int(PQgetlength(result, row, column))
                    ranges.append(bytes.count..<bytes.count + length)
                    bytes.append(contentsOf: UnsafeRawBufferPointer(start: value, count: length))
                }
            }
            (count, self.columns) = (Int(rows), Int(columns))
            (self.ranges, self.bytes) = (ranges, bytes)
        }

        /// Returns the bytes of a value; `nil` for a null, and if there is no such row or column.
        func bytes(_ row: Int, _ column: Int) -> ArraySlice<UInt8>? {
            guard row < count, column < columns, let range = ranges[row * columns + column] else { return nil }
            return bytes[range]
        }

        /// Returns a value of type `bool`, `int4` or `int8`; `nil` for anything else.
        func integer(_ row: Int, _ column: Int) -> Int64? {
            guard let bytes = bytes(row, column), [1, 4, 8].contains(bytes.count), let first = bytes.first else {
                return nil
            }
            return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
        }

        /// Returns a text; `nil` for a null.
        func text(_ row: Int, _ column: Int) -> String? {
            bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
        }
    }
#endif
