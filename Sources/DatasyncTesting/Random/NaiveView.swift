import DatasyncTree

/// A query: a node through a window.
struct NaivePlace: Hashable {
    let path: Path
    let window: Window
}

/// What a client knows of one query, and who subscribed to it.
final class NaiveView {
    /// How much of the node the back end has told.
    enum Knowledge {
        /// Not all of it.
        case none
        /// All that is inside the window.
        case filtered
        /// Everything.
        case whole
    }

    let place: NaivePlace
    var server = Node.null
    var knowledge = Knowledge.none
    /// Whether events may have been raised that the rules for whole knowledge do not determine.
    private(set) var isDisturbed = false
    var subscriptions: [NaiveSubscription] = []

    init(_ place: NaivePlace) { self.place = place }

    var path: Path { place.path }

    /// Leaves the regime in which everything follows from what the back end said and the waiting writes.
    func disturb() {
        isDisturbed = true
        for subscription in subscriptions { subscription.lose() }
    }

    /// Comes back into the regime, for the subscriptions to come.
    func settle() { isDisturbed = false }

    /// Takes a value for the whole node.
    func learn(_ node: Node, _ knowledge: Knowledge) {
        server = node
        self.knowledge = knowledge
    }
}
