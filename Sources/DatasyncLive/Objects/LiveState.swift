package import DatasyncEngine
import DatasyncTree

/// The state of a live object or of a live collection.
///
/// Pure: events of subscriptions come in, records of what has changed come out.
///
///                         an event, served                an event
///        ┌─────────┐ ───────────────────────▶ ┌────────┐ ──────────┐
///  ────▶ │ loading │                          │ loaded │ ◀─────────┘
///        └─────────┘ ◀─────────────────────── └────────┘
///             │  ▲        the next page            │
///   refused   │  │ again (collections)             │ refused
///             ▼  │                                 │
///        ┌─────────┐ ◀─────────────────────────────┘        dispose, from anywhere: both statuses are `error`,
///        │  error  │                                         and whatever still comes is ignored
///        └─────────┘
///
/// A collection is the same thing seen through a window from the first child on. The window holds one child more than is
/// shown, so that it is known with every change whether there is more. A page more is a wider window: the one in use goes on
/// until the back end has answered for the wider one.
package struct LiveState: Sendable {
    /// A subscription of a live object: to the whole node, or to its first children.
    package enum Span: Hashable, Sendable {
        case all
        case first(Int)
    }

    /// What the holder is to do.
    package struct Action: Sendable {
        /// What is to be told.
        package fileprivate(set) var record: LiveRecord?
        /// What is to be subscribed to.
        package fileprivate(set) var start: Span?
        /// The subscriptions that are no longer needed.
        package fileprivate(set) var stop: [Span] = []

        package static let nothing = Action()
    }

    /// What shows now.
    package private(set) var record = LiveRecord()
    /// How many children a page has; `nil` for objects.
    private let pageSize: Int?
    /// How many pages are shown.
    private var pages = 1
    /// The subscription that shows.
    private var current: Span?
    /// The subscription that will show when the back end has answered for it.
    private var awaited: Span?
    /// The latest event of the subscription that shows.
    private var latest: Event?
    private var isDisposed = false

    /// Makes the state of an object, or of a collection with pages of some size, at least 1.
    ///
    /// Subscribe to ``firstSpan``, and say with ``began(with:)`` what there was to show.
    package init(pageSize: Int? = nil) {
        // No list is that long, and no number of pages overflows.
        self.pageSize = pageSize.map { min(max(1, $0), 1 << 31) }
        current = firstSpan
    }

    /// What is subscribed to at first.
    package var firstSpan: Span { span(pages: 1) }

    private func span(pages: Int) -> Span { pageSize.map { .first(pages * $0 + 1) } ?? .all }

    // MARK: What happens

    /// Takes in what there was to show when the first subscription was made: nobody is told of it.
    package mutating func began(with present: Event) { show(present) }

    /// An event of a subscription.
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

    /// The back end refused a subscription, or ended it.
    package mutating func failed(_ span: Span) -> Action {
        let old = record
        var action = Action.nothing
        switch span {
        case current:
            // What was asked for beside it is at the same place, and has no better prospects.
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

    /// Asks for a page more, or again for what was refused.
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

    /// Shows the first page alone; a page that is being waited for is not waited for any longer.
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

    /// Ends everything: nothing shows any more, whatever still comes is ignored.
    package mutating func dispose() {
        isDisposed = true
        current = nil
        awaited = nil
        latest = nil
        record = LiveRecord(loadingStatus: .error, dataStatus: .error)
    }

    // MARK: What shows

    private mutating func show(_ event: Event) {
        latest = event
        let limit = pageSize.map { pages * $0 }
        record.node = limit.map { event.node.first($0) } ?? event.node
        record.dataStatus =
            switch (event.isServerComplete, event.isAcknowledged) {
            case (true, true): .fresh
            case (_, false): .local
            case (false, true): .notExist
            }
        // A page that could not be had stays an error until it is asked for again.
        if awaited == nil, event.isServerComplete, record.loadingStatus != .error { record.loadingStatus = .loaded }
        guard let limit, event.isServerComplete else { return }
        // Where a local removal has left a gap, only the back end knows whether there is something to fill it.
        if event.node.children.count > limit {
            record.hasMore = true
        } else if event.isAcknowledged {
            record.hasMore = false
        }
    }
}

extension Node {
    /// The node with its first children alone.
    ///
    /// Costs what is left out, or what stays, whichever is less.
    fileprivate func first(_ count: Int) -> Node {
        guard case .inner(var children) = self, children.count > count else { return self }
        if children.count > 2 * count { return Node(Children(children.prefix(count).map { ($0.key, $0.value) })) }
        while children.count > count, let last = children.last { children.set(.null, for: last.key) }
        return Node(children)
    }
}
