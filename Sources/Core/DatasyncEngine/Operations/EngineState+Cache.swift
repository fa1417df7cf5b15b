import DatasyncTree

/// The offline cache, which holds the data of ended subscriptions.
///
/// The caches of a new subscription start from known server data. They start from the offline cache only with a cache mode; it
/// then holds the data of all subscriptions.
extension EngineState {
    /// Stores the complete server data of a view that is about to end.
    mutating func keepData(of view: View) {
        // With a cache mode, the data are there already.
        guard !caching.isOn, view.server.isComplete, view.suspension == nil else { return }
        if view.server.isFiltered {
            for (key, node) in view.server.node.children { offlineCache.keep(node, at: view.path.child(key)) }
        } else {
            offlineCache.keep(view.server.node, at: view.path)
        }
    }

    /// Applies a cache policy to the data of a query whose subscription has ended.
    package mutating func apply(_ policy: CachePolicy, to query: Query) {
        switch policy {
        case .keep: break
        case .forget: forgetCached(query.path)
        case .keepUpdating:
            if updating[query] == nil { updating[query] = listen(to: query, interest: []) }
        }
    }

    /// Clears the offline cache, and stops updating it.
    package mutating func cleanCache() {
        let silent = updating.values.sorted { $0.number < $1.number }
        updating = [:]
        for id in silent { unlisten(id) }
        forgetCached(.root)
    }
}
