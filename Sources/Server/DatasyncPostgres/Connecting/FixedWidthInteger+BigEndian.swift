#if Postgres
    extension FixedWidthInteger {
        /// The bytes, the highest one first.
        var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
    }

    extension Int64 {
        /// Reads at most eight bytes, the highest one first.
        init(bigEndian bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Int64($1) } }
    }
#endif
