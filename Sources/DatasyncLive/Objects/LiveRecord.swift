package import DatasyncTree

/// All that a live object or collection shows at one moment, and how it differs from the moment before.
package struct LiveRecord: Sendable {
    /// The value; of a collection the children that are shown.
    package internal(set) var node = Node.null
    package internal(set) var loadingStatus = LoadingStatus.loading
    package internal(set) var dataStatus = DataStatus.notExist
    /// Whether a collection has more than is shown.
    package internal(set) var hasMore = false
    /// What changed, in the order in which it is told; nothing in what is shown at the start.
    package internal(set) var changes: [LiveChange] = []
    package internal(set) var origin = LiveOrigin.backEnd

    /// Whether it says anything beyond what is so at every beginning: being asked for, and unknown.
    package var isTelling: Bool { loadingStatus != .loading || dataStatus != .notExist }

    package init() {}

    init(loadingStatus: LoadingStatus, dataStatus: DataStatus) {
        self.loadingStatus = loadingStatus
        self.dataStatus = dataStatus
    }

    /// The same moment, without what changed: for those who come later.
    package var atRest: LiveRecord {
        var record = self
        record.changes = []
        return record
    }

    /// The same moment, with what changed since another one.
    ///
    /// - Returns: `nil` when nothing did.
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

extension LiveRecord: CustomStringConvertible {
    /// Both statuses, and whether there is more.
    package var description: String { "\(loadingStatus), \(dataStatus)\(hasMore ? ", more" : "")" }
}
