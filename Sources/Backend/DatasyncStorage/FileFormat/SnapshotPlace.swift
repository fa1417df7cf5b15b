import DatasyncLog

/// The location of a snapshot in a journal's files.
struct SnapshotPlace: Hashable {
    /// The number of the file.
    var file: UInt64
    /// The offset of the body.
    var offset: UInt64
    var section: SnapshotSection
}
