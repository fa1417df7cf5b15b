import DatasyncLog

/// The purpose of a sync, so that the simulated disk can ignore a single kind.
package enum SyncPurpose: String, CaseIterable, Sendable {
    /// The frames of a batch, before its records are delivered.
    case batch
    /// The frames of several batches, under a policy that does not sync each.
    case interval
    /// The first frame of an opening, together with the frames that the previous process wrote.
    case opening
    /// A full segment, before a later one follows it.
    case fullSegment
    /// A segment, after a failed write or sync was cut off.
    case repair
    /// The final frame of a clean close.
    case close
    /// The content of a new segment, before it gets its name.
    case segment
    /// The name of a new segment.
    case segmentName
    /// The names in the directory, before anything is read.
    case directoryContent
    /// The name of the directory itself.
    case directoryName
    /// The content of a snapshot, before it gets its name.
    case snapshot
    /// The name of a snapshot, before the records that it replaces are removed.
    case snapshotName
    /// The removal of a segment, before the next one is removed.
    case removal
}
