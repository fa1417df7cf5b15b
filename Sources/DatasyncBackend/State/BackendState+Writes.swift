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

/// Writes are checked as a whole, then executed, then pushed to the listeners they affect.
extension BackendState {
    /// Checks a write against the rules and the limits, without executing it.
    func checkWriting(_ write: Write, by writer: Writer, now: Double) throws(Refusal) {
        if case .client(let auth) = writer, !rules.isOpen { try checkRules(write, auth, now: now) }
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

    private func checkRules(_ write: Write, _ auth: RuleAuth?, now: Double) throws(Refusal) {
        let paths = write.parts.map { write.path.appending($0.path).nodePath }
        let after = rules.writesDependOnData ? estimate(write, now: now) : data
        let context = RuleContext(auth: auth, now: now, before: data, after: after)
        switch rules.decideWriting(at: paths, in: context).denial {
        case nil: break
        case .notGranted(let place)?:
            throw Refusal(.permissionDenied, "The rules do not allow writing \(place).")
        case .invalid(let place)?:
            throw Refusal(.permissionDenied, "The rules do not allow the value that \(place) would have.")
        }
    }

    /// Returns the data after a write; a server value that cannot be computed is left out, as executing the write fails.
    private func estimate(_ write: Write, now: Double) -> Node {
        var after = data
        for part in write.orderedParts {
            let place = write.path.appending(part.path)
            let value = try? part.value.resolved(now: now, present: data[place], at: place)
            after.set(value ?? part.value.node, at: place)
        }
        return after
    }

    /// Executes a write; returns the pushes for the listeners, and the value that each part wrote.
    mutating func apply(
        _ write: Write, by writer: Writer, now: Double
    ) throws(Refusal) -> (pushes: [Delivery], results: [Node]) {
        try checkWriting(write, by: writer, now: now)
        let before = data
        var after = data
        var results: [Node] = []
        for part in write.orderedParts {
            let place = write.path.appending(part.path)
            do throws(DataError) {
                let value = try part.value.resolved(now: now, present: before[place], at: place)
                after.set(value, at: place)
                results.append(value)
                try checkChildren(of: after, along: place, written: value)
            } catch {
                throw Refusal(error)
            }
        }
        data = after
        keepIndexes(around: write.path)
        // Listens that this write forbids must not receive what it wrote.
        let revocations = revokeWatchingListens(after: write, now: now)
        let pushes = pushes(of: write, before: before)
        return (revocations + pushes + revokeTooLargeListens(around: write.path), results)
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

    /// Returns the pushes for an executed write, sorted by session.
    ///
    /// Within a session, shallower listens come first; at one path, windows come by tag before the default listen.
    private func pushes(of write: Write, before: Node) -> [Delivery] {
        if before.isIdentical(to: data) { return [] }
        let changed = write.parts.map { write.path.appending($0.path) }.filter { before[$0] != data[$0] }
        if changed.isEmpty { return [] }
        var found: [(path: Path, listener: Listener, push: Push)] = []
        let change = AppliedChange(write: write, changed: changed, before: before, after: data)
        forEachListener(around: write.path) { path, listener in
            if let push = change.push(to: listener, at: path) { found.append((path, listener, push)) }
        }
        return found.sorted(by: Self.precedesInDelivery).map { delivery($0.listener.session, .push($0.push)) }
    }

    private static func precedesInDelivery(
        _ left: (path: Path, listener: Listener, push: Push), _ right: (path: Path, listener: Listener, push: Push)
    ) -> Bool {
        if left.listener.session != right.listener.session { return left.listener.session < right.listener.session }
        if left.path.count != right.path.count { return left.path.count < right.path.count }
        if left.path != right.path { return left.path.isTextuallyBefore(right.path) }
        return (left.listener.tag ?? .max) < (right.listener.tag ?? .max)
    }
}
