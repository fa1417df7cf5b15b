import DatasyncLog

/// The place of a snapshot in the files of a journal.
struct SnapshotPlace: Hashable {
    /// The number of the file.
    var file: UInt64
    /// The offset of the body.
    var offset: UInt64
    var section: SnapshotSection
}
