#if Server
    /// A file of a store.
    struct StoredFile: Sendable {
        let path: String
        /// The size of the file in bytes.
        let size: UInt64
        /// The offset after the last valid record.
        let end: UInt64
    }
#endif
