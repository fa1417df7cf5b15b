import DatasyncWire

/// The origin of an entry.
struct Origin: Sendable {
    let session: SessionName
    /// The number of the write, if the client numbers its writes.
    var writeNumber: WriteNumber?
    /// Without a write number, the number of the entry in its session, from 1.
    var sequence: UInt64 = 0
}
