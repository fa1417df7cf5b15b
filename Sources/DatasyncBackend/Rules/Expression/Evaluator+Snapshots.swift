import DatasyncTree

/// The methods of snapshots.
extension Evaluator {
    mutating func readSnapshot(_ instruction: Instruction) throws(EvaluationError) {
        switch instruction {
        case .childAt:
            let text = try string("child()")
            push(.snapshot(try child(text, of: snapshot())))
        case .parent:
            let snapshot = try snapshot()
            guard let parent = snapshot.path.parent else { throw failure("the root has no parent()") }
            push(.snapshot(self.snapshot(at: parent, isAfter: snapshot.isAfter)))
        case .hasChild:
            let text = try string("hasChild()")
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

    private mutating func read(_ instruction: Instruction, _ node: Node) throws(EvaluationError) -> RuleValue {
        switch instruction {
        case .value: return RuleValue(node)
        case .exists: return .boolean(!node.isNull)
        case .hasAnyChild: return .boolean(!node.isLeaf && !node.isNull)
        case .childCount: return .number(Double(node.children.count))
        case .isNumber: return .boolean(node.number != nil)
        case .isString: if case .string? = node.primitive { return .boolean(true) } else { return .boolean(false) }
        case .isBoolean: if case .boolean? = node.primitive { return .boolean(true) } else { return .boolean(false) }
        case .hash:
            try spend(bytes: node.size)
            return .string(node.hash)
        default: return .null
        }
    }

    private mutating func hasChildren(_ count: Int) throws(EvaluationError) {
        var keys: [String] = []
        for _ in 0..<count { keys.append(try string("hasChildren()")) }
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
        if !snapshot.isAfter { observe(snapshot.path) }
    }

    private func snapshot(at path: Path, isAfter: Bool) -> RuleSnapshot {
        RuleSnapshot(isAfter: isAfter, path: path, node: (isAfter ? context.after : context.before)[path])
    }

    /// Returns the snapshot at a relative path without upward segments.
    mutating func child(_ path: Path, of snapshot: RuleSnapshot) throws(EvaluationError) -> RuleSnapshot {
        try spend(path.count)
        return RuleSnapshot(
            isAfter: snapshot.isAfter, path: snapshot.path.appending(path), node: snapshot.node[path])
    }

    /// Returns the snapshot at a relative path in text form.
    ///
    /// A segment that is not a valid key leads to a node without a value, as no data can be there.
    private mutating func child(_ text: String, of snapshot: RuleSnapshot) throws(EvaluationError) -> RuleSnapshot {
        try spend(1 + text.utf8.count / 4)
        var keys: [Key] = []
        var base = snapshot.path
        for segment in text.utf8.split(separator: UInt8(ascii: "/")) {
            if segment.elementsEqual(".".utf8) { continue }
            if segment.elementsEqual("..".utf8) {
                if keys.popLast() == nil { base = base.parent ?? base }
            } else {
                keys.append(Key(unchecked: String(Substring(segment))))
            }
        }
        let relative = Path(keys)
        if base.count == snapshot.path.count { return try child(relative, of: snapshot) }
        return self.snapshot(at: base.appending(relative), isAfter: snapshot.isAfter)
    }
}
