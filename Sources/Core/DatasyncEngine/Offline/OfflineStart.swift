import DatasyncTree

/// The state that a client with a cache mode starts from.
package struct OfflineStart: Sendable {
    package var state: OfflineState
    /// The store of later changes; without one, only cached data are kept, in memory.
    package var store: (any OfflineStore)?
    /// The writes of a damaged store whose effect might change if sent again; they fail, and are not sent.
    package var uncertain: [UserWrite]
    /// Returns the handlers that receive the result of a restored write.
    package var handlers: @Sendable (UserWrite) -> OperationHandlers?

    package init(
        state: OfflineState = OfflineState(), store: (any OfflineStore)? = nil,
        uncertain: [UserWrite] = [],
        handlers: @escaping @Sendable (UserWrite) -> OperationHandlers? = { _ in nil }
    ) {
        self.state = state
        self.store = store
        self.uncertain = uncertain
        self.handlers = handlers
    }
}
