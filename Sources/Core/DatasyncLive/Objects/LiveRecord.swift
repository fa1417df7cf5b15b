package import DatasyncTree

/// A snapshot of the published state of a live object or collection, with its differences from the previous one.
package struct LiveRecord: Sendable {
    /// The value; for a collection, the children on the current pages.
    package internal(set) var node = Node.null
    package internal(set) var loadingStatus = LoadingStatus.loading
    package internal(set) var dataStatus = DataStatus.notExist
    /// Whether a collection has more children than its current pages hold.
    package internal(set) var hasMore = false
    /// The changes in delivery order; empty in the initial state.
    package internal(set) var changes: [LiveChange] = []
    package internal(set) var origin = LiveOrigin.backEnd

    package init() {}

    init(loadingStatus: LoadingStatus, dataStatus: DataStatus) {
        self.loadingStatus = loadingStatus
        self.dataStatus = dataStatus
    }

    /// Returns the record with its changes since an earlier one.
    ///
    /// - Returns: The record, or `nil` if nothing has changed.
    func since(_ old: LiveRecord, from origin: LiveOrigin, hasFailed: Bool = false) -> LiveRecord? {
        var record = self
        record.origin = origin
        record.changes = LiveChange.allCases.filter { change in
            switch change {
            case .loadingStatus: loadingStatus != old.loadingStatus
            case .dataStatus: dataStatus != old.dataStatus
            case .data: node != old.node
            case .hasMore: hasMore != old.hasMore
            case .error: hasFailed
            }
        }
        return record.changes.isEmpty ? nil : record
    }
}

/// The origin of a change of a live object or collection.
public enum LiveOrigin: String, Sendable {
    /// A local write, or a call of a method of the object.
    case local
    /// The back end: its responses, and the writes of other clients.
    case backEnd
}
