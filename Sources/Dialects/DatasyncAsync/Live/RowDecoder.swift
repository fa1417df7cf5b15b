import DatasyncClient
import DatasyncConcurrency
import DatasyncTree

/// A decoder for successive lists of children.
///
/// For each list it decodes only the children that changed since the previous one.
final class RowDecoder<Model: Decodable & Sendable>: Sendable {
    private struct State: Sendable {
        /// The latest rows; empty while a call changes them.
        var rows: DecodedRows<Model>
        /// The number of calls.
        var turn = 0
    }

    private let location: Location
    private let application: WebcomApplication
    private let order: Order
    private let latest: Guarded<State>

    init(location: Location, application: WebcomApplication, order: Order) {
        self.location = location
        self.application = application
        self.order = order
        latest = Guarded(State(rows: DecodedRows(order)))
    }

    /// Returns the children that can be decoded, in their order, and the error of the first that cannot.
    func rows(of node: Node) -> (model: DatasyncList<DatasyncLiveItem<Model>>?, error: WebcomError?) {
        // Decoding runs application code, so it must not happen under the lock. Rows that nothing else holds change in place.
        let empty = DecodedRows<Model>(order)
        var (rows, turn) = latest.withLock { state in
            state.turn += 1
            defer { state.rows = empty }
            return (state.rows, state.turn)
        }
        rows.update(to: node, at: location, application: application)
        let updated = rows
        // The rows of a later call are newer, such as none after a disposal. What is replaced is released after the lock.
        _ = latest.withLock { state in
            if state.turn != turn { return updated }
            defer { state.rows = updated }
            return state.rows
        }
        return (updated.items, updated.failure)
    }
}

/// The decoded children of a node; a child is decoded again only when it has changed.
private struct DecodedRows<Model: Decodable & Sendable>: Sendable {
    private let order: Order
    private var children = Children()
    private var fold: ChildFold<DatasyncList<DatasyncLiveItem<Model>>>
    private var failures = OrderedMap<Key, WebcomError>()

    init(_ order: Order) {
        self.order = order
        fold = ChildFold(order)
    }

    /// The children that could be decoded, in their order.
    var items: DatasyncList<DatasyncLiveItem<Model>> { fold.rows }

    /// The error of the first child that could not be decoded.
    var failure: WebcomError? { failures.first?.value }

    mutating func update(to node: Node, at location: Location, application: WebcomApplication) {
        let old = children
        children = node.children
        children.forEachDifference(from: old) { key, _, child in
            failures[key] = nil
            fold.set(item(key, child, at: location, application), for: key, child)
        }
    }

    /// Returns the decoded child; `nil` if it is null or cannot be decoded.
    private mutating func item(
        _ key: Key, _ child: Node, at location: Location, _ application: WebcomApplication
    ) -> DatasyncLiveItem<Model>? {
        if child.isNull { return nil }
        let value = LocatedValue(child, at: location.child(key), isAcknowledged: true)
        do throws(WebcomError) {
            let model: Model = try DatasyncValue(value, application: application).decodedThrowing()
            return DatasyncLiveItem(id: key.text, model: model)
        } catch {
            failures[key] = error
            return nil
        }
    }
}
