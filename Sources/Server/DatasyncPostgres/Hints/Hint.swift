#if Postgres
    /// The news that a batch was committed: a namespace has records up to a number.
    struct Hint: Hashable, Sendable {
        /// The number of bytes that a hint takes on a connection between servers.
        static let byteCount = 16

        /// The identifier of the namespace in the database.
        let namespace: Int64
        let number: Int64

        /// Sent when there is no news, so that the other server knows that the connection works.
        static let none = Hint(namespace: 0, number: 0)

        init(namespace: Int64, number: Int64) {
            self.namespace = namespace
            self.number = number
        }

        /// Reads ``bytes``.
        init(_ bytes: ArraySlice<UInt8>) {
            namespace = Int64(bigEndian: bytes.prefix(8))
            number = Int64(bigEndian: bytes.dropFirst(8))
        }

        var bytes: [UInt8] { namespace.bigEndianBytes + number.bigEndianBytes }
    }
#endif
