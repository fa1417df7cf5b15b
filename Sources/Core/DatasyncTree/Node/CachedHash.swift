import Synchronization

/// The hash of an inner node, computed once for each version of it.
final class CachedHash: Equatable, Sendable {
    let digest: SHA1.Digest
    /// The size of the node in bytes: a page's header has room for either the size or the hash.
    let size: Int

    init(_ digest: SHA1.Digest, size: Int) {
        self.digest = digest
        self.size = size
    }

    static func == (left: CachedHash, right: CachedHash) -> Bool {
        left.digest == right.digest && left.size == right.size
    }
}

/// Returns whether a reference is the only one to an object whose hash another owner may have cached.
///
/// The fence makes the check happen before the hash is read. On ARM, the check alone does not: the new owner could miss a hash
/// that was cached just before the other reference was released, and edit the object with a stale hash.
@inline(__always)
func isSoleOwner<Object: AnyObject>(of reference: inout Object) -> Bool {
    guard isKnownUniquelyReferenced(&reference) else { return false }
    atomicMemoryFence(ordering: .acquiring)
    return true
}
