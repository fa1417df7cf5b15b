package import DatasyncTree

/// An open connection of a ``Link``.
package protocol LinkConnection: Sendable {
    func send(_ message: ClientMessage)
    /// Returns whether a write at a path may be allowed, regardless of its data.
    func mayAllowWriting(at path: Path) -> Bool
    func close()
}

extension LinkConnection {
    package func mayAllowWriting(at path: Path) -> Bool { true }
}
