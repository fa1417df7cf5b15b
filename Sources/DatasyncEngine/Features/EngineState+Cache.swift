import DatasyncTree

/// What becomes of the data in the cache when a subscription has ended.
package enum CachePolicy: Sendable, Hashable {
    /// They are forgotten.
    case forget
    /// They are kept as they are, for reads without a connection.
    case keep
    /// They are kept, and kept up to date, at the cost of a listen.
    case keepUpdating
}

/// The cache of what is not subscribed to. A new subscription starts from what is known for certain, never from here.
extension EngineState {
    /// Keeps what a view knows that is about to end.
    mutating func keepData(of view: View) {
        guard view.server.isComplete else { return }
        if view.server.isFiltered {
            for (key, node) in view.server.node.children { offlineCache.keep(node, at: view.path.child(key)) }
        } else {
            offlineCache.keep(view.server.node, at: view.path)
        }
    }

    /// Says what is to become of the data of a query whose subscription has ended.
    package mutating func apply(_ policy: CachePolicy, to query: Query) {
        switch policy {
        case .keep: break
        case .forget: offlineCache.forget(query.path)
        case .keepUpdating:
            if updating[query] == nil { updating[query] = listen(to: query, interest: []) }
        }
    }

    /// Forgets everything that nobody subscribes to, and stops keeping it up to date.
    package mutating func cleanCache() {
        let silent = updating.values.sorted { $0.number < $1.number }
        updating = [:]
        for id in silent { unlisten(id) }
        offlineCache = OfflineCache()
    }
}
