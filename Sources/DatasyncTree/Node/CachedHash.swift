/// The hash of an inner node, computed once for each version of it.
final class CachedHash: Equatable, Sendable {
    let digest: SHA1.Digest
    /// The size of the children in bytes: a page has either the size or the hash in its header.
    let size: Int

    init(_ digest: SHA1.Digest, size: Int) {
        self.digest = digest
        self.size = size
    }

    static func == (left: CachedHash, right: CachedHash) -> Bool {
        left.digest == right.digest && left.size == right.size
    }
}
