import DatasyncLog

/// The content of the first frame of an opening.
struct OpeningContent: Equatable {
    var incarnation: UInt64
    /// The code of the ``SyncPolicy`` for the following frames.
    var policy: UInt8

    func append(to bytes: inout [UInt8]) {
        bytes.append(littleEndian: incarnation)
        bytes.append(littleEndian: UInt64(policy))
    }

    init(incarnation: UInt64, policy: SyncPolicy) {
        self.incarnation = incarnation
        self.policy = policy.code
    }

    init?(_ content: UnsafeRawBufferPointer) {
        var reader = ByteReader(content)
        guard let incarnation = reader.read(UInt64.self), let policy = reader.read(UInt64.self), policy <= 2 else {
            return nil
        }
        self.incarnation = incarnation
        self.policy = UInt8(policy)
    }
}
