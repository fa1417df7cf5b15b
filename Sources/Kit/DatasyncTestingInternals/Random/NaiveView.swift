import DatasyncTree

/// The server value of one query, and its subscriptions.
final class NaiveView {
    /// The part of the node that the server value covers.
    enum Knowledge {
        /// An incomplete part.
        case none
        /// All children inside the window.
        case filtered
        /// The complete node.
        case whole
    }

    let query: NaiveQuery
    var server = Node.null
    var knowledge = Knowledge.none
    /// Whether events may have occurred that the rules for complete caches do not determine.
    private(set) var isDisturbed = false
    var subscriptions: [NaiveSubscription] = []

    init(_ query: NaiveQuery) { self.query = query }

    var path: Path { query.path }
    var isAll: Bool { query.window.isAll }

    /// Stops predicting the current subscriptions.
    ///
    /// Their events no longer follow from server values and pending writes alone.
    func disturb() {
        isDisturbed = true
        for subscription in subscriptions { subscription.lose() }
    }

    /// Resumes predicting for later subscriptions.
    func settle() { isDisturbed = false }

    /// Replaces the server value and its coverage.
    func learn(_ node: Node, _ knowledge: Knowledge) {
        server = node
        self.knowledge = knowledge
    }
}
