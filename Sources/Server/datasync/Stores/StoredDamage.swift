#if Server
    import DatasyncTree

    /// A part of a store that cannot be read, or that refers to nothing.
    struct StoredDamage: Sendable {
        var file: String?
        var offset: UInt64?
        var namespace: String?
        let message: String

        /// The damage for programs.
        var json: JSON {
            [
                "file": file.map(JSON.string) ?? .null, "offset": offset.map { .number(Double($0)) } ?? .null,
                "namespace": namespace.map(JSON.string) ?? .null, "message": .string(message),
            ]
        }
    }
#endif
