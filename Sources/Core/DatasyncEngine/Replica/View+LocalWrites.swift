import DatasyncTree

/// Local writes, which change only the event cache.
extension View {
    /// Applies a local write to the event cache.
    ///
    /// A write at or above the view replaces the value, which is known from then on. A write of a child replaces the child. A
    /// deeper write changes a child only if the view, or complete data at or above it (`known`), determine that child.
    mutating func writeLocally(
        _ node: Node, at path: Path, _ overlay: Overlay, known: Node?, _ changes: inout ChildChanges
    ) {
        guard let key = path.first else {
            event.node = filter.replacing(event.node, with: node, noting: &changes)
            event.isComplete = true
            return
        }
        let source = source(overlay, known: known)
        let rest = path.tail
        let child: Node
        if rest.isRoot {
            child = node
        } else if let shown = source.child(key) {
            child = shown.setting(node, at: rest)
        } else {
            // The write alone does not determine an unknown child.
            child = .null
        }
        event.node = filter.setting(child, for: key, in: event.node, source: source, noting: &changes)
    }

    /// Applies a local merge, starting with the paths into known children and ending with priorities.
    ///
    /// So children leave a limited window before others enter it. Elsewhere values come before nulls, because an empty node
    /// loses its priority.
    mutating func mergeLocally(
        _ children: PathTree<Node>, at path: Path, _ overlay: Overlay, known: Node?, _ changes: inout ChildChanges
    ) {
        var present: [(Path, Node)] = []
        var absent: [(Path, Node)] = []
        var below = PathTree<Node>()
        below.modify(path) { $0 = children }
        for (plain, branch) in below.children {
            let child = Path([plain.key])
            let parts =
                branch.children.isEmpty
                ? branch.value.map { [(child, $0)] } ?? [] : branch.writes.map { (child.appending($0.path), $0.node) }
            if event.knows(plain.key) { present += parts } else { absent += parts }
        }
        let step = { [removesLast = window.isAll] (path: Path, node: Node) in
            let step = path.mergeStep(of: node)
            return step == 1 && !removesLast ? 0 : step
        }
        let writes = present + absent
        for number in 0...2 {
            for (place, node) in writes where step(place, node) == number {
                writeLocally(node, at: place, overlay, known: known, &changes)
            }
        }
    }
}
