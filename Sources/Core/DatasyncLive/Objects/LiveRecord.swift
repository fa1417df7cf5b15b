package import DatasyncTree

/// A snapshot of the published state of a live object or collection, with its differences from the one before.
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

/// The progress of a live object or collection in loading its data from the back end.
public enum LoadingStatus: String, Sendable, CaseIterable {
    /// Nothing was requested; the objects of this package request their data as soon as they are created.
    case notLoading
    /// The data were requested and have not arrived; without a connection that lasts until the next connect.
    case loading
    /// The data have arrived.
    case loaded
    /// The back end refused or revoked a subscription, or the object was disposed of.
    case error
}

/// The reliability of the data of a live object or collection.
public enum DataStatus: String, Sendable, CaseIterable {
    /// There are no data yet.
    case notExist
    /// The data come from the client's cache, or include a write that is not acknowledged.
    case local
    /// The data come from the back end, and no local write is pending.
    case fresh
    /// The back end refused or revoked the subscription, or the object was disposed of.
    case error
}

/// A part of a change of a live object or collection, under the name of its string event.
///
/// The cases are declared in the order in which their events are delivered.
public enum LiveChange: String, Sendable, CaseIterable {
    /// The loading status has changed.
    case loadingStatus = "loadingStatusChanged"
    /// The data status has changed.
    case dataStatus = "dataStatusChanged"
    /// The model, or the list of models, has changed.
    case data = "dataUpdated"
    /// The availability of further children has changed; collections only.
    case hasMore = "hasMoreChanged"
    /// The back end refused a subscription, or the data cannot be decoded.
    case error = "dataError"
}

/// The origin of a change of a live object or collection.
public enum LiveOrigin: String, Sendable {
    /// A local write, or a call of a method of the object.
    case local
    /// The back end: its responses, and the writes of other clients.
    case backEnd
}
