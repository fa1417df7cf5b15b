import DatasyncTree
import DatasyncWire

extension Write {
    /// Whether the write is one increment, whose result goes into the response.
    var isIncrement: Bool {
        guard let deferred = setValue?.deferred.first, case .increment = deferred.value else { return false }
        return deferred.path.isRoot
    }

    /// The part of a put without server values.
    var onlyPlainPart: MergePart? { !isMerge && parts[0].value.isPlain ? parts[0] : nil }

    /// The value of a put that gives a node a value, without server values.
    var onlyValue: Node? {
        guard let value = onlyPlainPart?.value.node, !value.isNull, path.last?.isPriority != true else { return nil }
        return value
    }

    /// Returns the write without the parts that a later write makes void; `nil` if none is left.
    func without(partsCoveredBy other: Write) -> Write? {
        // An increment depends on the earlier value.
        let covering = other.parts.filter { !$0.value.increments }.map(other.place)
        return filter { part in
            let place = place(of: part)
            return !covering.contains { place.isAtOrBelow($0) }
        }
    }

    /// The memory charged for an on-disconnect write, in bytes.
    ///
    /// At least 16 KiB, since each is a separate write.
    var onDisconnectSize: Int { max(16 << 10, parts.reduce(0) { $0 + $1.value.node.size }) }

    /// The parts in the order in which they take effect.
    var orderedParts: [MergePart] {
        if parts.count == 1 { return Array(parts) }
        let steps = Dictionary(grouping: parts) { part in
            part.path.mergeStep(of: part.value.isPlain ? part.value.node : .boolean(true))
        }
        return (0...2).flatMap { steps[$0] ?? [] }
    }
}

/// Writes are checked as a whole, then executed.
extension DatabaseState {
    /// Returns the reason why a write would be refused now; `nil` if it would be executed.
    ///
    /// - Parameters:
    ///   - write: The write.
    ///   - hash: The hash of the value that it replaces; `nil` for any.
    ///   - principal: The party that writes.
    ///   - now: The time in milliseconds since the Unix epoch.
    /// - Returns: The refusal.
    func refusal(
        of write: Write, expectedHash hash: String? = nil, by principal: Principal, at now: Double
    ) -> Refusal? {
        let (writer, time) = (Writer(principal: principal), max(time, now))
        return refusal { () throws(Refusal) in
            if let hash { try checkCondition(hash, of: write, by: writer, at: time) }
            _ = try checked(write, write.onlyValue, by: writer, at: time)
        }
    }

    /// Returns the reason why an on-disconnect write would be refused now; `nil` if it would be registered.
    func refusal(ofRegistering write: Write, by principal: Principal, at now: Double) -> Refusal? {
        refusal { () throws(Refusal) in
            try checkWriting(write, by: Writer(principal: principal), at: max(time, now))
        }
    }

    private func refusal(_ check: () throws(Refusal) -> Void) -> Refusal? {
        do throws(Refusal) {
            try check()
            return nil
        } catch {
            return error
        }
    }

    /// Checks a write against the rules and the limits, without executing it.
    func checkWriting(_ write: Write, by writer: Writer) throws(Refusal) {
        try checkWriting(write, by: writer, at: time)
    }

    private func checkWriting(_ write: Write, by writer: Writer, at now: Double) throws(Refusal) {
        let needsData = dependsOnData(writer.principal)
        let after = needsData ? resolve(write, by: writer, at: now).after : data
        try check(write, by: writer, after: DataAfterWrite(after), at: now)
    }

    /// Returns the data after a write that the rules and the limits allow; `nil` for one that has an ``Write/onlyValue``.
    private func checked(
        _ write: Write, _ onlyValue: Node?, by writer: Writer, at now: Double
    ) throws(Refusal) -> ResolvedWrite? {
        if let value = onlyValue {
            try check(write, by: writer, after: DataAfterWrite(data, setting: value, at: write.path), at: now)
            try refuse { () throws(DatasyncError) in
                try limits.checkChildren(writing: value, at: write.path, in: data)
            }
            return nil
        }
        let resolved = resolve(write, by: writer, at: now)
        try check(write, by: writer, after: DataAfterWrite(resolved.after), at: now)
        try refuse { () throws(DatasyncError) in
            if let failure = resolved.failure { throw failure }
            for part in resolved.parts { try checkChildren(of: resolved.after, along: part.place, written: part.value) }
        }
        return resolved
    }

    /// Turns the error of a check into a refusal.
    private func refuse(_ check: () throws(DatasyncError) -> Void) throws(Refusal) {
        do throws(DatasyncError) {
            try check()
        } catch {
            throw Refusal(error)
        }
    }

    /// Checks a write against the rules and the limits.
    ///
    /// - Parameters:
    ///   - write: The write.
    ///   - writer: The party that writes.
    ///   - after: The data after the write, if the rules for the principal depend on them.
    ///   - now: The time.
    /// - Throws: ``Refusal`` if the rules or the limits do not allow the write.
    private func check(_ write: Write, by writer: Writer, after: DataAfterWrite, at now: Double) throws(Refusal) {
        if case .client(let auth) = writer.principal, !rules.rules.isOpen {
            try checkRules(write, auth, after, at: now, atMost: writer.ruleSteps)
        }
        var size = 0
        for part in write.parts {
            size += part.value.node.size
            try refuse { () throws(DatasyncError) in try limits.check(part.value.node, at: write.place(of: part)) }
        }
        if size > limits.write {
            throw Refusal(
                .tooBig,
                "The merge at \(write.path) takes \(size) bytes; the limit for one write is \(limits.write). "
                    + "Write it in parts.")
        }
    }

    /// Returns whether a principal's right to write depends on the data before or after the write.
    private func dependsOnData(_ principal: Principal) -> Bool {
        if case .client = principal { rules.rules.writesDependOnData } else { false }
    }

    private func checkRules(
        _ write: Write, _ auth: RuleAuth?, _ after: DataAfterWrite, at now: Double, atMost limit: Int
    ) throws(Refusal) {
        let paths = write.isMerge ? write.parts.map { write.place(of: $0).nodePath } : [write.path.nodePath]
        let context = RuleContext(auth: auth, now: now, before: data, after: after)
        switch rules.rules.decideWriting(at: paths, in: context, atMost: limit).denial {
        case nil: break
        case .notGranted(let place)?:
            throw Refusal(.permissionDenied, "The rules do not allow writing \(place).")
        case .invalid(let place)?:
            throw Refusal(.permissionDenied, "The rules do not allow the value that \(place) would have.")
        case .tooCostly(let place, let rule)?:
            throw Refusal(
                .permissionDenied,
                "The rules take more than \(limit) steps for this write; the limit was reached in \(rule) at \(place). "
                    + "Write it in parts, or make the rules simpler.")
        }
    }

    /// Returns whether a party may read a whole node now, whatever its size.
    func mayRead(_ path: Path, by principal: Principal, at now: Double) -> Bool {
        guard case .client(let auth) = principal else { return true }
        return rules.rules.allow(.read, at: path.nodePath, in: RuleContext(auth: auth, now: now, data: data))
    }

    /// The data after a write, before it is executed.
    private struct ResolvedWrite {
        var after: Node
        /// The written parts in the order in which they take effect, with their values.
        var parts: [(place: Path, value: Node)] = []
        /// The error of the first server value that cannot be computed; that value is left out of the data.
        var failure: DatasyncError?
    }

    private func resolve(_ write: Write, by writer: Writer, at now: Double) -> ResolvedWrite {
        var resolved = ResolvedWrite(after: data)
        for part in write.orderedParts {
            let place = write.place(of: part)
            var value = part.value.node
            do throws(DatasyncError) {
                value = try part.value.resolved(now: now, present: part.value.isPlain ? .null : data[place], at: place)
            } catch {
                if writer.isCareful, !mayRead(place, by: writer.principal, at: now) {
                    // Whether the increment fails would reveal the value.
                    value = part.value.estimated(now: now) { data[place.appending($0)] }
                } else {
                    resolved.failure = resolved.failure ?? error
                }
            }
            resolved.after.set(value, at: place)
            resolved.parts.append((place, value))
        }
        return resolved
    }

    /// Executes a write, if the value at its path has the expected hash.
    ///
    /// - Parameters:
    ///   - write: The write.
    ///   - expectedHash: The hash; `nil` for any.
    ///   - writer: The party that writes.
    ///   - applied: As for ``write(_:by:_:)``.
    /// - Returns: As ``write(_:by:_:)``.
    /// - Throws: ``Refusal`` as ``write(_:by:_:)``, with the status `datastale` if the hash is another one, and with
    ///   `permission_denied` if the party may not read the value.
    @discardableResult
    mutating func write(
        _ write: Write, expectedHash: String?, by writer: Writer, _ applied: inout Applied
    ) throws(Refusal) -> Node {
        if let expectedHash { try checkCondition(expectedHash, of: write, by: writer, at: time) }
        return try self.write(write, by: writer, &applied)
    }

    /// Checks that the value at the path of a write has the expected hash.
    private func checkCondition(
        _ expectedHash: String, of write: Write, by writer: Writer, at now: Double
    ) throws(Refusal) {
        // The result of the comparison would reveal the value.
        if writer.isCareful, !mayRead(write.path, by: writer.principal, at: now) {
            throw Refusal(
                .permissionDenied, "The rules do not allow reading \(write.path), which a condition needs.")
        }
        if data[write.path].hash != expectedHash {
            try checkWriting(write, by: writer, at: now)
            throw Refusal(.dataStale, "The value at \(write.path) is not the expected one.")
        }
    }

    /// Executes a write.
    ///
    /// - Parameters:
    ///   - write: The write.
    ///   - writer: The party that writes.
    ///   - applied: Receives the write with the data before and after, if there are listeners.
    /// - Returns: The value of the part that took effect first.
    /// - Throws: ``Refusal`` if the rules or the limits do not allow the write.
    @discardableResult
    mutating func write(_ write: Write, by writer: Writer, _ applied: inout Applied) throws(Refusal) -> Node {
        let value = write.onlyValue
        let resolved = try checked(write, value, by: writer, at: time)
        // Data that nobody else holds change in place.
        let before = applied.isObserved ? data : .null
        if let resolved {
            data = resolved.after
        } else if let value {
            data.set(value, at: write.path)
        }
        if applied.isObserved { applied.writes.append(AppliedWrite(write: write, before: before, after: data)) }
        return resolved?.parts.first?.value ?? value ?? .null
    }

    private func checkChildren(of root: Node, along path: Path, written: Node) throws(DatasyncError) {
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
