import DatasyncTree

/// The paths that the read rules of listens have looked at; a write there rechecks the listens.
struct ReadWatches: Sendable {
    /// A listen of a session.
    struct Listen: Hashable, Sendable {
        let session: SessionID
        let key: ListenKey
    }

    private var paths: [Listen: [Path]] = [:]
    private var listens = PathTree<Set<Listen>>()

    /// Whether no read rule has looked at data.
    var isEmpty: Bool { paths.isEmpty }

    /// Replaces the paths of a listen; without paths, the listen is forgotten.
    mutating func set(_ new: [Path], for listen: Listen) {
        if paths.isEmpty, new.isEmpty { return }
        let old = paths[listen] ?? []
        if old == new { return }
        for path in old {
            listens.modify(path) { branch in
                branch.value?.remove(listen)
                if branch.value?.isEmpty == true { branch.value = nil }
            }
        }
        for path in new {
            listens.modify(path) { branch in
                if case nil = branch.value { branch.value = [] }
                branch.value?.insert(listen)
            }
        }
        paths[listen] = new.isEmpty ? nil : new
    }

    /// Returns the listens with a path at, above or below a path.
    func listens(around path: Path) -> Set<Listen> {
        var found: Set<Listen> = []
        var branch = listens
        for key in path {
            found.formUnion(branch.value ?? [])
            guard let next = branch.child(key) else { return found }
            branch = next
        }
        branch.visit { _, listens in found.formUnion(listens) }
        return found
    }
}

extension ReadWatches.Listen: Comparable {
    /// Orders listens by session, then by path in plain text order, then by the text of the window.
    static func < (left: Self, right: Self) -> Bool {
        if left.session != right.session { return left.session < right.session }
        if left.key.path != right.key.path { return left.key.path.isTextuallyBefore(right.key.path) }
        return left.key.window.description < right.key.window.description
    }
}
