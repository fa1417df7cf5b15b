import DatasyncLog

/// The bookkeeping of a journal: numbers, segments and snapshots; it uses no files or threads.
struct JournalBook: Sendable {
    /// The state of one namespace.
    struct NamespaceState: Sendable {
        /// The number of the last record.
        var last: UInt64 = 0
        var time = LogTime(.min)
        /// The number of the first record in the segments; `last + 1` if they have none.
        var oldest: UInt64 = 1
        /// The bytes of the records since the snapshot.
        var bytes: UInt64 = 0
        var snapshot: SnapshotPlace?
        /// Whether followers have been notified that a snapshot is due.
        var isDue = false
    }

    /// The state before the batches that are not durable.
    private struct Undo: Sendable {
        var batch: UInt64
        var segment: JournalSegment
        var namespaces: [LogNamespace: NamespaceState] = [:]
    }

    var incarnation: UInt64 = 0
    var opening: UInt32 = 0
    /// The number of the last batch.
    var batch: UInt64 = 0
    private(set) var namespaces: [LogNamespace: NamespaceState] = [:]
    /// The segments in order; the last one is being written.
    private(set) var segments: [JournalSegment] = []
    private var undo: Undo?
    /// The number of current snapshots in each file.
    private var snapshotFiles: [UInt64: Int] = [:]
    private var nextSnapshotFile: UInt64 = 1

    /// The last batch that is durable.
    var durable: UInt64 { undo?.batch ?? batch }

    var isDurable: Bool { undo == nil }

    var current: JournalSegment? { segments.last }

    /// The offset after the last durable frame of the current segment.
    var durableEnd: UInt64 { undo?.segment.end ?? current?.end ?? JournalFormat.firstFrame }

    subscript(namespace: LogNamespace) -> NamespaceState { namespaces[namespace] ?? NamespaceState() }

    // MARK: Segments and batches

    mutating func add(_ segment: JournalSegment) {
        segments.append(segment)
        opening = segment.header.opening
        incarnation = segment.header.content.incarnation
    }

    /// Records a frame without records at the end of the current segment.
    mutating func addFrame(length: Int) {
        batch += 1
        segments[segments.count - 1].end += UInt64(length)
    }

    /// Records a batch at the end of the current segment.
    mutating func add(_ batch: JournalBatch, length: Int, isDurable: Bool) {
        let index = segments.count - 1
        if !isDurable, undo == nil { undo = Undo(batch: self.batch, segment: segments[index]) }
        for group in batch.groups {
            guard let first = group.records.first, let last = group.records.last else { continue }
            var state = self[group.namespace]
            if undo != nil, undo?.namespaces[group.namespace] == nil { undo?.namespaces[group.namespace] = state }
            state.last = last.position.number
            state.time = last.time
            state.bytes += UInt64(group.byteCount)
            namespaces[group.namespace] = state
            segments[index].add(
                first.position.number...last.position.number, of: group.namespace, at: segments[index].end)
        }
        addFrame(length: length)
    }

    /// Takes over the current segment and the incarnation from a later state; namespaces and snapshots remain.
    mutating func proceed(to later: JournalBook) {
        (incarnation, opening, batch) = (later.incarnation, later.opening, later.batch)
        guard let segment = later.current else { return }
        if current?.header.number == segment.header.number { segments.removeLast() }
        segments.append(segment)
    }

    /// Records that everything written so far is durable.
    mutating func synced() { undo = nil }

    /// Returns to the last durable state; newer snapshots remain.
    mutating func rollBack() {
        guard let undo else { return }
        batch = undo.batch
        segments[segments.count - 1] = undo.segment
        for (name, old) in undo.namespaces {
            var state = old
            state.snapshot = self[name].snapshot
            namespaces[name] = state
        }
        self.undo = nil
    }

    // MARK: Recovery

    /// Adds a record read from a frame of the current segment; returns whether its number is possible.
    mutating func recover(_ record: StoredRecord, in segment: inout JournalSegment, at offset: UInt64) -> Bool {
        var state = self[record.namespace]
        if record.number != state.last + 1 {
            // Earlier segments were removed, so a snapshot must contain their records.
            guard state.last == 0, record.number > 0, record.number - 1 <= state.snapshot?.section.number ?? 0 else {
                return false
            }
            state.oldest = record.number
        }
        state.last = record.number
        state.time = max(state.time, record.time)
        if record.number > state.snapshot?.section.number ?? 0 {
            state.bytes += UInt64(23 + record.namespace.name.utf8.count + record.entry.count)
        }
        namespaces[record.namespace] = state
        segment.add(record.number...record.number, of: record.namespace, at: offset)
        return true
    }

    /// Completes the last segment with the results of a scan.
    mutating func finishSegment(_ segment: JournalSegment, scan: SegmentScan) {
        batch = scan.batch
        opening = scan.opening
        incarnation = scan.content.incarnation
        segments[segments.count - 1] = segment
        segments[segments.count - 1].end = scan.end
    }

    /// Accepts the first record of a namespace if a salvaging reader lacks the snapshot before it.
    mutating func acceptStart(_ record: StoredRecord) {
        var state = self[record.namespace]
        guard state.last == 0, record.number > 1 else { return }
        state.last = record.number - 1
        state.oldest = record.number
        namespaces[record.namespace] = state
    }

    /// Completes the recovery after the last record was added.
    mutating func finishRecovery() {
        for name in namespaces.keys { namespaces[name]?.catchUpWithSnapshot() }
    }

    // MARK: Snapshots

    /// Returns the number of the last durable record of a namespace.
    func durableLast(of namespace: LogNamespace) -> UInt64 {
        undo?.namespaces[namespace]?.last ?? self[namespace].last
    }

    /// Reserves the number of a new file of snapshots.
    mutating func takeSnapshotFile() -> UInt64 {
        defer { nextSnapshotFile += 1 }
        return nextSnapshotFile
    }

    /// Records a durable file of snapshots.
    ///
    /// - Returns: The files that no longer hold a current snapshot.
    mutating func add(_ places: [SnapshotPlace], file: UInt64) -> [UInt64] {
        nextSnapshotFile = max(nextSnapshotFile, file + 1)
        snapshotFiles[file] = 0
        var touched: Set = [file]
        for place in places {
            var state = self[place.section.namespace]
            if let old = state.snapshot {
                guard old.section.number < place.section.number else { continue }
                snapshotFiles[old.file, default: 1] -= 1
                touched.insert(old.file)
            }
            snapshotFiles[file, default: 0] += 1
            state.snapshot = place
            state.bytes = 0
            state.isDue = false
            namespaces[place.section.namespace] = state
        }
        let obsolete = touched.filter { snapshotFiles[$0] == 0 }.sorted()
        for file in obsolete { snapshotFiles[file] = nil }
        return obsolete
    }

    /// Removes the oldest segment if snapshots replace all its records.
    ///
    /// - Returns: The number of the segment, whose file can be removed.
    mutating func removeReplacedSegment() -> UInt64? {
        guard segments.count > 1, let first = segments.first else { return nil }
        for (name, span) in first.spans where span.last > self[name].snapshot?.section.number ?? 0 { return nil }
        segments.removeFirst()
        for (name, span) in first.spans {
            var state = self[name]
            state.oldest = max(state.oldest, span.last + 1)
            namespaces[name] = state
        }
        return first.header.number
    }

    /// Returns the namespaces whose snapshot has become due, each once.
    ///
    /// A snapshot is due if the records after the latest one take more bytes than the threshold and than twice the
    /// snapshot.
    mutating func takeDue(among names: [LogNamespace], threshold: UInt64) -> [LogNamespace] {
        var due: [LogNamespace] = []
        for name in names {
            let state = self[name]
            guard state.bytes > max(threshold, 2 * (state.snapshot?.section.length ?? 0)) else { continue }
            due.append(name)
        }
        return mark(due)
    }

    /// Returns the namespaces that keep the oldest segment, each once, if the segments are too large.
    ///
    /// They are if they take more bytes than twice the threshold and than twice all snapshots.
    mutating func takePinning(threshold: UInt64) -> [LogNamespace] {
        guard segments.count > 1, let first = segments.first else { return [] }
        let used = segments.reduce(0) { $0 + $1.end }
        let stored = namespaces.values.reduce(0) { $0 + ($1.snapshot?.section.length ?? 0) }
        guard used / 2 > max(threshold, stored) else { return [] }
        let pinning = first.spans.filter { $0.value.last > self[$0.key].snapshot?.section.number ?? 0 }
        return mark(pinning.keys.sorted { $0.name < $1.name })
    }

    private mutating func mark(_ names: [LogNamespace]) -> [LogNamespace] {
        let new = names.filter { !self[$0].isDue }
        for name in new { namespaces[name]?.isDue = true }
        return new
    }
}

extension JournalBook.NamespaceState {
    /// Continues after the snapshot if the records end before it.
    fileprivate mutating func catchUpWithSnapshot() {
        guard let section = snapshot?.section else { return }
        time = max(time, section.time)
        guard section.number > last else { return }
        last = section.number
        oldest = last + 1
    }
}
