package import DatasyncTree

/// The children of one node that visible pending writes touch.
package struct TouchedKeys: Sendable {
    let coversAll: Bool
    let tree: PendingWriteTree?

    var isEmpty: Bool { !coversAll && tree == nil }

    package func contains(_ key: Key) -> Bool { coversAll || tree?.child(key) != nil }
}
