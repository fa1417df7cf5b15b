import DatasyncTree

extension PendingWrites {
    /// The first violated invariant, found in O(pending writes); `nil` if all hold.
    ///
    /// 1. The trees hold exactly the parts of the writes: visible ones in one tree, invisible ones in the other.
    /// 2. The counts of the trees match their contents, and no tree has an empty child.
    /// 3. The overlay shows the visible writes, applied in order.
    var violatedInvariant: String? {
        for (tree, isVisible) in [(visible, true), (invisible, false)] {
            let name = isVisible ? "visible" : "invisible"
            var count = 0
            for (number, write) in writes where write.isVisible == isVisible {
                for part in write.parts {
                    count += 1
                    let stored = tree.trees(to: part.path).last?.own[number]
                    guard let stored, write.isMerge || stored == part.node else {
                        return "The \(name) write \(number) is not in its tree at \(part.path)."
                    }
                }
            }
            if tree.count != count { return "The \(name) tree counts \(tree.count) parts of \(count)." }
            if let problem = tree.violatedInvariant { return "The \(name) tree: \(problem)" }
        }
        let shown = overlay.applied(to: .null)
        let expected = visible.replayed(on: .null, after: -1)
        return shown == expected ? nil : "The overlay shows \(shown.text) instead of \(expected.text)."
    }
}

extension PendingWriteTree {
    /// The first violated invariant of the counts; `nil` if all hold.
    fileprivate var violatedInvariant: String? {
        var (count, solidCount, priorityCount) = (own.count, own.count { !$0.value.isNull }, 0)
        for (key, child) in children {
            if child.count == 0 { return "The child \(key.text) is empty." }
            if let problem = child.violatedInvariant { return problem }
            count += child.count
            solidCount += key.isPriority ? 0 : child.solidCount
            priorityCount += key.isPriority ? child.count : child.priorityCount
        }
        if (count, solidCount, priorityCount) == (self.count, self.solidCount, self.priorityCount) { return nil }
        return
            "It counts \(self.count) writes, \(self.solidCount) of them values and \(self.priorityCount) of them priorities, "
            + "instead of \(count), \(solidCount) and \(priorityCount)."
    }
}
