import DatasyncTree

/// What this client's own writes do to a view: they enter the event cache alone.
extension View {
    /// At or above the view the event cache becomes the value, known from now on.
    ///
    /// Below, a whole child becomes it; deeper, only a child that is known changes.
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
            // A child of which nothing is known: the write alone does not say what it is.
            child = .null
        }
        event.node = filter.setting(child, for: key, in: event.node, source: source, noting: &changes)
    }

    /// First the paths into children known before, so that what leaves a limited window has left it when others enter.
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
        for (place, node) in known + unknown { writeLocally(node, at: place, overlay, &changes) }
    }
}
