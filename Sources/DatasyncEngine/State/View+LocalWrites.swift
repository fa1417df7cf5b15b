import DatasyncTree

/// Application of local writes to a view; they change only the event cache.
extension View {
    /// Applies a local write to the event cache.
    ///
    /// A write at or above the view replaces the value, which is known from then on. A write of a child replaces the child. A
    /// deeper write changes only a known child.
    mutating func writeLocally(_ node: Node, at path: Path, _ overlay: Overlay, _ changes: inout ChildChanges) {
        guard let key = path.first else {
            event.node = filter.replacing(event.node, with: node, noting: &changes)
            event.isComplete = true
            return
        }
        let source = source(overlay)
        let rest = path.tail
        let child: Node
        if rest.isRoot {
            child = node
        } else if let known = source.child(key) {
            child = known.setting(node, at: rest)
        } else {
            // The write alone does not determine an unknown child.
            child = .null
        }
        event.node = filter.setting(child, for: key, in: event.node, source: source, noting: &changes)
    }

    /// Applies a local merge, starting with the paths into known children and ending with priorities.
    ///
    /// Children thus leave a limited window before others enter it.
    mutating func mergeLocally(
        _ children: PathTree<Node>, at path: Path, _ overlay: Overlay, _ changes: inout ChildChanges
    ) {
        var known: [(Path, Node)] = []
        var unknown: [(Path, Node)] = []
        children.visit { relative, node in
            let place = path.appending(relative)
            if place.first.map(event.knows) ?? true {
                known.append((place, node))
            } else {
                unknown.append((place, node))
            }
        }
        let isPriority = { (write: (Path, Node)) in write.0.last?.isPriority == true }
        let writes = known + unknown
        for (place, node) in writes.filter({ !isPriority($0) }) + writes.filter(isPriority) {
            writeLocally(node, at: place, overlay, &changes)
        }
    }
}
