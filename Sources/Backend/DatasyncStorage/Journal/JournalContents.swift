import DatasyncConcurrency
package import DatasyncLog

/// The namespaces and files of a journal in numbers, for tools.
package struct JournalContents: Sendable {
    /// The records and the snapshot of one namespace.
    package struct Part: Sendable {
        package let namespace: LogNamespace
        /// The number of the last record.
        package let last: UInt64
        /// The number of the first readable record; `last + 1` if the segments have none.
        package let oldest: UInt64
        /// The time of the last record.
        package let time: LogTime
        /// The number of the last record in the snapshot, and its size in bytes.
        package let snapshot: (number: UInt64, byteCount: UInt64)?
    }

    /// A file with records.
    package struct Segment: Sendable {
        package let path: String
        /// The size of the file in bytes.
        package let size: UInt64
        /// The offset after the last valid record.
        package let end: UInt64
    }

    /// The namespaces in the order of their names.
    package let parts: [Part]
    package let segments: [Segment]
}

extension JournalLog {
    /// The journal's current namespaces and files.
    package var contents: JournalContents {
        let book = core.withLock(\.book)
        let parts = book.namespaces.sorted { $0.key.name < $1.key.name }.map { name, state in
            JournalContents.Part(
                namespace: name, last: state.last, oldest: state.oldest, time: state.time,
                snapshot: state.snapshot.map { ($0.section.number, $0.section.length) })
        }
        let segments = book.segments.map { segment in
            JournalContents.Segment(
                path: path(JournalFormat.segmentName(segment.header.number)), size: segment.header.size,
                end: segment.end)
        }
        return JournalContents(parts: parts, segments: segments)
    }
}
