#if Migrator
    /// What a function takes and gives.
    struct Signature: Sendable {
        let labels: [String?]
        let parameters: [ValueKind]
        let result: ValueKind
        var firstType: String?
        var isVariadic = false
    }
#endif
