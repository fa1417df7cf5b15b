import DatasyncTree
import DatasyncWire

/// A write as the back end executes it: one part for a put, one per path for a merge.
struct Write: Sendable {
    let path: Path
    let parts: [MergePart]
    let isMerge: Bool

    static func set(_ value: WriteValue, at path: Path) -> Write {
        Write(path: path, parts: [MergePart(path: .root, value: value)], isMerge: false)
    }

    /// Whether the write is one increment, whose result the response carries.
    var isIncrement: Bool {
        guard !isMerge, let deferred = parts[0].value.deferred.first, case .increment = deferred.value else {
            return false
        }
        return deferred.path.isRoot
    }

    /// The parts in the order in which they take effect.
    var orderedParts: [MergePart] {
        if parts.count == 1 { return parts }
        let steps = Dictionary(grouping: parts) { part in
            part.path.mergeStep(of: part.value.deferred.isEmpty ? part.value.node : .boolean(true))
        }
        return (0...2).flatMap { steps[$0] ?? [] }
    }
}

/// The originator of a write.
enum Writer: Sendable {
    /// The owner of the data, to whom no rule applies.
    case owner
    case client(RuleAuth?)
}

/// Writes are checked as a whole, then executed.
extension DatabaseState {
    /// Checks a write against the rules and the limits, without executing it.
    func checkWriting(_ write: Write, by writer: Writer) throws(Refusal) {
        if case .client(let auth) = writer, !rules.rules.isOpen { try checkRules(write, auth) }
        var size = 0
        for part in write.parts {
            let place = write.path.appending(part.path)
            size += part.value.node.size
            do throws(DataError) {
                try limits.check(part.value.node, at: place)
            } catch {
                throw Refusal(error)
            }
        }
        if size > limits.write {
            throw Refusal(
                .tooBig,
                "The merge at \(write.path) takes \(size) bytes; the limit for one write is \(limits.write). "
                    + "Write it in parts.")
        }
    }

    private func checkRules(_ write: Write, _ auth: RuleAuth?) throws(Refusal) {
        let paths = write.parts.map { write.path.appending($0.path).nodePath }
        let after = rules.rules.writesDependOnData ? estimate(write) : data
        let context = RuleContext(auth: auth, now: time, before: data, after: after)
        switch rules.rules.decideWriting(at: paths, in: context).denial {
        case nil: break
        case .notGranted(let place)?:
            throw Refusal(.permissionDenied, "The rules do not allow writing \(place).")
        case .invalid(let place)?:
            throw Refusal(.permissionDenied, "The rules do not allow the value that \(place) would have.")
        }
    }

    /// Returns the data after a write; a server value that cannot be computed is left out, as executing the write fails.
    private func estimate(_ write: Write) -> Node {
        var after = data
        for part in write.orderedParts {
            let place = write.path.appending(part.path)
            let value = try? part.value.resolved(now: time, present: data[place], at: place)
            after.set(value ?? part.value.node, at: place)
        }
        return after
    }

    /// Executes a write; returns it with the data before and after, and the value that each part wrote.
    mutating func write(
        _ write: Write, by writer: Writer
    ) throws(Refusal) -> (applied: AppliedWrite, results: [Node]) {
        try checkWriting(write, by: writer)
        let before = data
        var after = data
        var results: [Node] = []
        for part in write.orderedParts {
            let place = write.path.appending(part.path)
            do throws(DataError) {
                let value = try part.value.resolved(now: time, present: before[place], at: place)
                after.set(value, at: place)
                results.append(value)
                try checkChildren(of: after, along: place, written: value)
            } catch {
                throw Refusal(error)
            }
        }
        data = after
        return (AppliedWrite(write: write, before: before, after: after), results)
    }

    private func checkChildren(of root: Node, along path: Path, written: Node) throws(DataError) {
        try limits.checkAllChildren(of: written, at: path)
        var node = root
        var place = Path.root
        for key in path {
            try limits.checkChildren(of: node, at: place)
            node = node[key]
            place = place.child(key)
        }
    }
}
