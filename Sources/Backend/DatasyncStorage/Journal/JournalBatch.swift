import DatasyncConcurrency
import DatasyncLog

/// Appends that are written as one frame, with the numbers of their future records.
struct JournalBatch: Sendable {
    /// The records of one namespace.
    struct Group: Sendable {
        let namespace: LogNamespace
        var records: [LogRecord] = []
        var byteCount = 0
    }

    private(set) var groups: [Group] = []
    private(set) var count: UInt32 = 0
    private(set) var byteCount = 0
    private(set) var lost: [ApplicationOwned<@Sendable (String) -> Void>] = []

    /// Takes appends from a queue, up to a number of bytes.
    init(from waiting: inout Fifo<PendingAppend>, after book: JournalBook, atMost limit: Int, now: LogTime) {
        var indices: [LogNamespace: Int] = [:]
        while let byteCount = waiting.first?.byteCount, groups.isEmpty || self.byteCount + byteCount <= limit,
            let append = waiting.popFirst()
        {
            let index = indices[append.namespace] ?? groups.count
            if index == groups.count {
                groups.append(Group(namespace: append.namespace))
                indices[append.namespace] = index
            }
            let state = book[append.namespace]
            let time = max(state.time, now)
            for entry in append.entries {
                let number = state.last + UInt64(groups[index].records.count) + 1
                let position = LogPosition(incarnation: book.incarnation, number: number)
                groups[index].records.append(LogRecord(position: position, time: time, entry: entry))
            }
            groups[index].byteCount += append.byteCount
            self.byteCount += append.byteCount
            count += UInt32(append.entries.count)
            lost.append(append.lost)
        }
    }

    /// Appends the stored form of the records to a buffer.
    func append(to bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + byteCount + 8)
        for group in groups {
            for record in group.records { StoredRecord.append(record, in: group.namespace, to: &bytes) }
        }
    }
}
