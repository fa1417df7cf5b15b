#if Migrator
    /// What a function takes and gives.
    struct Signature: Sendable {
        let labels: [String?]
        let parameters: [Kind]
        let result: Kind
        var firstType: String?
        var isVariadic = false
    }
#endif
