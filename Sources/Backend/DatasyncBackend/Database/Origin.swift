import DatasyncWire

/// The origin of an entry.
struct Origin: Sendable {
    let session: SessionName
    /// The number of the write, if the client numbers its writes.
    var writeNumber: WriteNumber?
    /// Without a write number, the number of the entry in its session, from 1.
    var sequence: UInt64 = 0

    /// Returns whether another origin is the same entry.
    ///
    /// A number of a client is never one of a session.
    func isEqual(to other: Origin) -> Bool {
        session == other.session && sequence == other.sequence && writeNumber?.client == other.writeNumber?.client
            && writeNumber?.number == other.writeNumber?.number
    }
}
