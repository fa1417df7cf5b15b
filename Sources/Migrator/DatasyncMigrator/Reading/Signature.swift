#if Migrator
    /// The parameters and the result of a function.
    struct Signature: Sendable {
        let labels: [String?]
        let parameters: [ValueKind]
        let result: ValueKind
        var firstType: String?
        var isVariadic = false
    }
#endif
