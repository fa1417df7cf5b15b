import DatasyncTree

/// The methods of snapshots.
extension Evaluator {
    mutating func readSnapshot(_ instruction: Instruction) throws(EvaluationError.Problem) {
        switch instruction {
        case .childAt:
            let text = try string("child() takes strings")
            push(.snapshot(try child(text, of: snapshot())))
        case .parent:
            charge(RuleLimits.overhead)
            guard let parent = parent(of: try snapshot()) else { throw .noParent }
            push(.snapshot(parent))
        case .hasChild:
            let text = try string("hasChild() takes strings")
            let child = try child(text, of: snapshot())
            look(at: child)
            push(.boolean(!child.node.isNull))
        case .hasChildren(let count): try hasChildren(count)
        default:
            let snapshot = try snapshot()
            look(at: snapshot)
            push(try read(instruction, snapshot.node))
        }
    }

    private mutating func read(_ instruction: Instruction, _ node: Node) throws(EvaluationError.Problem) -> RuleValue {
        switch instruction {
        case .value: return RuleValue(node)
        case .exists: return .boolean(!node.isNull)
        case .hasAnyChild: return .boolean(!node.isLeaf && !node.isNull)
        case .childCount: return .number(Double(node.children.count))
        case .isNumber: return .boolean(node.number != nil)
        case .isString: if case .string? = node.primitive { return .boolean(true) } else { return .boolean(false) }
        case .isBoolean: if case .boolean? = node.primitive { return .boolean(true) } else { return .boolean(false) }
        case .hash:
            try spend(bytes: node.size, weight: 6)
            return .string(node.hash)
        default: return .null
        }
    }

    private mutating func hasChildren(_ count: Int) throws(EvaluationError.Problem) {
        var keys: [String] = []
        for _ in 0..<count { keys.append(try string("hasChildren() takes strings")) }
        let snapshot = try snapshot()
        var hasAll = true
        for key in keys.reversed() where hasAll {
            let child = try child(key, of: snapshot)
            look(at: child)
            hasAll = !child.node.isNull
        }
        push(.boolean(hasAll))
    }

    /// Records a path that a decision depends on; the data after a write are no reason to decide again.
    private mutating func look(at snapshot: RuleSnapshot) {
        if observes, !snapshot.isAfter { observe(path.keeping(snapshot.depth).appending(snapshot.below)) }
    }

    /// Returns the snapshot of the node above another; `nil` for the root.
    private func parent(of snapshot: RuleSnapshot) -> RuleSnapshot? {
        let below = snapshot.below.parent
        guard let below else { return snapshot.depth > 0 ? self.snapshot(snapshot, snapshot.depth - 1, .root) : nil }
        return self.snapshot(snapshot, snapshot.depth, below)
    }

    /// Returns the snapshot at another path of the same data.
    private func snapshot(_ other: RuleSnapshot, _ depth: Int, _ below: Path) -> RuleSnapshot {
        let place = path.keeping(depth).appending(below)
        let node = other.isAfter ? context.after[place] : context.before[place]
        return RuleSnapshot(isAfter: other.isAfter, node: node, depth: depth, below: below)
    }

    /// Returns the snapshot at a relative path without upward segments.
    mutating func child(_ path: Path, of snapshot: RuleSnapshot) throws(EvaluationError.Problem) -> RuleSnapshot {
        try spend(path.count)
        return snapshot.child(path)
    }

    /// Returns the snapshot at a relative path in text form.
    ///
    /// A segment that is not a valid key leads to a node without a value, since no data can be there.
    private mutating func child(_ text: String, of snapshot: RuleSnapshot) throws(EvaluationError.Problem)
        -> RuleSnapshot
    {
        try spend(1 + text.utf8.count / 4)
        var keys: [Key] = []
        var base = snapshot
        // An upward segment at the root has no effect.
        for segment in text.utf8.split(separator: UInt8(ascii: "/")) {
            if segment.elementsEqual(".".utf8) { continue }
            if segment.elementsEqual("..".utf8) {
                if keys.popLast() == nil { base = parent(of: base) ?? base }
            } else {
                keys.append(Key(unchecked: String(Substring(segment))))
            }
        }
        return try child(Path(keys), of: base)
    }
}
