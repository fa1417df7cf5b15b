import DatasyncConcurrency
import DatasyncLog

/// The progress of a follower.
///
/// ```
///  follow ──▶ reading ──(all visible records delivered)──▶ live
///               ▲  └──(a file cannot be read)──▶ stalled
///               └──────(next batch)──────────────────┘
/// ```
struct FollowerProgress: Sendable {
    enum Mode: Sendable {
        /// Receives the records of each batch from the writer.
        case live
        /// Receives records from the reader, which reads them from the segments.
        case reading
        /// Waits for the next batch before the reader tries again.
        case stalled
    }

    let follower: JournalFollower
    let incarnation: UInt64
    /// The number of the next record to deliver.
    var next: UInt64
    var mode: Mode
    /// The position in the segments where the reader continues.
    var cursor: Cursor?

    /// An offset in a segment, between two frames.
    struct Cursor: Sendable {
        var segment: UInt64
        var offset: UInt64
        var file: any StorageFile
    }
}
