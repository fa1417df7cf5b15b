package import DatasyncEngine
import DatasyncLog
package import DatasyncTree

/// The state as bytes: the changes that produce it, each preceded by its length in four bytes.
extension OfflineState {
    /// Returns the changes that produce the state.
    ///
    /// - Parameter maximumBytes: The limit of the cached data as text. Absent users' data are left out first, and for each user
    ///   the least recently used queries.
    /// - Returns: The changes, in order.
    package func changes(maximumBytes: Int = .max) -> [OfflineChange] {
        let others = numberings.keys.filter { $0 != user }.sorted { $0.isBefore($1) }
        var changes: [OfflineChange] = []
        // The current user's numbers come last, so that later changes refer to them.
        for user in others + [user] {
            guard let numbering = numberings[user] else { continue }
            changes.append(.numbered(user, client: numbering.client, last: 0))
            for (number, write) in numbering.unanswered.sorted(by: { $0.key < $1.key }) {
                changes.append(.sent(number, write: write))
            }
            // The last number may already have its response.
            changes.append(.numbered(user, client: numbering.client, last: numbering.last))
        }
        for (number, write) in writes.sorted(by: { $0.key < $1.key }) { changes.append(.wrote(number, write)) }
        return changes + cachedData(maximumBytes: maximumBytes)
    }

    private func cachedData(maximumBytes: Int) -> [OfflineChange] {
        var left = maximumBytes
        let others = caches.keys.filter { $0 != owner }.sorted { $0.user.isBefore($1.user) }
        var parts: [[OfflineChange]] = []
        // The current owner's data come last, so that later changes refer to them.
        for owner in [owner] + others {
            var kept: [OfflineChange] = []
            for entry in (caches[owner] ?? OfflineCache()).entries.reversed() {
                left -= entry.node.size
                guard left >= 0 else { break }
                kept.append(.cached(entry.query, entry.node))
            }
            if owner == self.owner || !kept.isEmpty { parts.append([.caching(owner)] + kept.reversed()) }
        }
        return parts.reversed().flatMap(\.self)
    }

    package func bytes(maximumBytes: Int = .max) -> [UInt8] {
        var bytes: [UInt8] = []
        for change in changes(maximumBytes: maximumBytes) {
            let text = change.text
            bytes.append(littleEndian: UInt32(truncatingIfNeeded: text.utf8.count))
            bytes += text.utf8
        }
        return bytes
    }

    /// Reads a state from bytes.
    ///
    /// - Throws: `DatasyncError` `malformedText` if the bytes do not have this form.
    package init(bytes: [UInt8]) throws(DatasyncError) {
        self.init()
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(DatasyncError) in try Self.read(buffer) }
        }
        for change in try result.get() { apply(change) }
    }

    private static func read(_ buffer: UnsafeRawBufferPointer) throws(DatasyncError) -> [OfflineChange] {
        var reader = ByteReader(buffer)
        var changes: [OfflineChange] = []
        while !reader.rest.isEmpty {
            guard let count = reader.read(UInt32.self), let bytes = reader.read(count: Int(count)),
                let text = String(validating: bytes, as: UTF8.self)
            else { throw DatasyncError(.malformedText, "The bytes of an offline store end within a record.") }
            changes.append(try OfflineChange(text: text))
        }
        return changes
    }
}

extension UserIdentity? {
    /// Whether this user comes before another one in the bytes.
    fileprivate func isBefore(_ other: UserIdentity?) -> Bool { (self?.digest ?? 0) < (other?.digest ?? 0) }
}

extension CacheOwner {
    fileprivate var user: UserIdentity? { if case .user(let user) = self { user } else { nil } }
}
