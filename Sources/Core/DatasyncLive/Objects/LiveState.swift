package import DatasyncEngine
package import DatasyncTree

/// The state of a live object or of a live collection.
///
/// Pure: events of subscriptions go in, records of changes come out.
///
///                         an event, complete              an event
///        ┌─────────┐ ───────────────────────▶ ┌────────┐ ──────────┐
///  ────▶ │ loading │                          │ loaded │ ◀─────────┘
///        └─────────┘ ◀─────────────────────── └────────┘
///             │  ▲        the next page            │
///   refused   │  │ again (collections)             │ refused
///             ▼  │                                 │
///        ┌─────────┐ ◀─────────────────────────────┘        dispose, from every state: both statuses become `error`,
///        │  error  │                                         and later events are ignored
///        └─────────┘
///
/// A collection uses the same states with a window that starts at the first child. The window holds one child more than
/// the current pages, so that every change shows whether more children exist. One more page needs a wider window. The
/// current window stays in use until the back end has sent the data of the wider one.
package struct LiveState: Sendable {
    /// A subscription of a live object: to the whole node, or to its first children.
    package enum Span: Hashable, Sendable {
        case all
        case first(Int)
    }

    /// The actions for the owner of the state to execute.
    package struct Action: Sendable {
        /// The record to deliver.
        package fileprivate(set) var record: LiveRecord?
        /// The subscription to start.
        package fileprivate(set) var start: Span?
        /// The subscriptions to cancel.
        package fileprivate(set) var stop: [Span] = []

        package static let nothing = Action()
    }

    /// The published state.
    package private(set) var record = LiveRecord()
    /// The number of children of a page; `nil` for objects.
    private let pageSize: Int?
    /// The order of the children of a collection.
    private let order: Order
    /// The number of current pages.
    private var pages = 1
    /// The subscription whose data are published.
    private var current: Span?
    /// The subscription that replaces the current one when the back end has sent its data.
    private var awaited: Span?
    /// The latest event of the current subscription.
    private var latest: Event?
    private var isDisposed = false

    /// Creates the state of an object, or of a collection with a page size of at least 1.
    ///
    /// Subscribe to ``firstSpan``, and pass the value that is already available to ``began(with:)``.
    package init(pageSize: Int? = nil, order: Order = .key) {
        self.order = order
        // The upper limit exceeds every list and keeps the product with the number of pages from overflowing.
        self.pageSize = pageSize.map { min(max(1, $0), 1 << 31) }
        current = firstSpan
    }

    /// The first subscription to start.
    package var firstSpan: Span { span(pages: 1) }

    private func span(pages: Int) -> Span { pageSize.map { .first(pages * $0 + 1) } ?? .all }

    // MARK: Inputs

    /// Stores the value that was available when the first subscription was made, without a record to deliver.
    package mutating func began(with present: Event) { show(present) }

    /// Processes an event of a subscription.
    package mutating func received(_ event: Event, of span: Span) -> Action {
        var action = Action.nothing
        if span == awaited, event.isServerComplete {
            if let current { action.stop = [current] }
            if case .first(let limit) = span, let pageSize { pages = (limit - 1) / pageSize }
            current = span
            awaited = nil
        } else if span != current {
            return .nothing
        }
        let old = record
        show(event)
        action.record = record.since(old, from: event.isOwnWrite ? .local : .backEnd)
        return action
    }

    /// Processes the refusal or revocation of a subscription.
    package mutating func failed(_ span: Span) -> Action {
        let old = record
        var action = Action.nothing
        switch span {
        case current:
            // The awaited subscription is at the same path, so the back end would refuse it as well.
            action.stop = [awaited].compactMap(\.self)
            current = nil
            record.dataStatus = .error
        case awaited: break
        default: return .nothing
        }
        awaited = nil
        record.loadingStatus = .error
        action.record = record.since(old, from: .backEnd, hasFailed: true)
        return action
    }

    /// Requests one more page, or repeats a request that was refused.
    package mutating func nextPage() -> Action {
        guard pageSize != nil, !isDisposed, awaited == nil else { return .nothing }
        let old = record
        var action = Action.nothing
        if current == nil {
            awaited = span(pages: pages)
        } else if latest?.isServerComplete == true, record.hasMore {
            let wider = span(pages: pages + 1)
            if case (.first(let held), .first(let needed)) = (current, wider), held >= needed, let latest {
                pages += 1
                show(latest)
                action.record = record.since(old, from: .local)
                return action
            }
            awaited = wider
        } else {
            return .nothing
        }
        record.loadingStatus = .loading
        action.start = awaited
        action.record = record.since(old, from: .local)
        return action
    }

    /// Reduces the collection to its first page; a pending request for another page is cancelled.
    package mutating func resetPage() -> Action {
        guard !isDisposed, let latest, current != nil else { return .nothing }
        let old = record
        var action = Action.nothing
        if let awaited {
            action.stop = [awaited]
            self.awaited = nil
        }
        pages = 1
        if latest.isServerComplete { record.loadingStatus = .loaded }
        show(latest)
        action.record = record.since(old, from: .local)
        return action
    }

    /// Discards all data; later events are ignored.
    package mutating func dispose() {
        isDisposed = true
        current = nil
        awaited = nil
        latest = nil
        record = LiveRecord(loadingStatus: .error, dataStatus: .error)
    }

    // MARK: Published state

    private mutating func show(_ event: Event) {
        latest = event
        let limit = pageSize.map { pages * $0 }
        record.node = limit.map { event.node.first($0, by: order) } ?? event.node
        record.dataStatus =
            switch (event.isServerComplete, event.isAcknowledged) {
            case (true, true): .fresh
            case (_, false): .local
            case (false, true): .notExist
            }
        // A refused page remains an error until it is requested again.
        if awaited == nil, event.isServerComplete, record.loadingStatus != .error { record.loadingStatus = .loaded }
        guard let limit, event.isServerComplete else { return }
        // After a local removal, only the back end knows whether another child follows.
        if event.node.children.count > limit {
            record.hasMore = true
        } else if event.isAcknowledged {
            record.hasMore = false
        }
    }
}

extension Node {
    /// Returns the node with only its first children.
    ///
    /// Complexity: proportional to the removed or the retained children, whichever are fewer.
    fileprivate func first(_ count: Int, by order: Order) -> Node {
        guard case .inner(var children) = content, children.count > count else { return self }
        if children.count > 2 * count {
            return Node(Children(children.entries(by: order).prefix(count).map { ($0.key, $0.value) }))
        }
        let surplus = children.entries(by: order, isReversed: true).prefix(children.count - count).map(\.key)
        for key in surplus { children.set(.null, for: key) }
        return Node(children)
    }
}
