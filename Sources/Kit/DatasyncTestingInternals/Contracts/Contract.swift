/// One rule of a ``ContractSuite``.
struct Contract: Sendable {
    /// The rule, as a sentence.
    let name: String
    let check: @Sendable () async throws -> Void

    init(_ name: String, _ check: @escaping @Sendable () async throws -> Void) {
        self.name = name
        self.check = check
    }

    static let all = delivery + handles + buffers + operations + wire + promises + live
}
