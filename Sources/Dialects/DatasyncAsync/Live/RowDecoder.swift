import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree

/// A decoder for successive lists of children.
///
/// For each list it decodes only the children that changed since the previous one.
final class RowDecoder<Model: Decodable & Sendable>: Sendable {
    private let location: Location
    private let application: WebcomApplication
    private let order: Order
    private let latest: Guarded<DecodedRows<Model>>

    init(location: Location, application: WebcomApplication, order: Order) {
        self.location = location
        self.application = application
        self.order = order
        latest = Guarded(DecodedRows(order))
    }

    /// Returns the children that can be decoded, in their order, and the error of the first that cannot.
    func rows(of node: Node) -> (model: DatasyncList<DatasyncLiveItem<Model>>?, error: WebcomError?) {
        // Decoding runs application code, so it must not happen under the lock. Rows that nothing else holds change in place.
        var rows = latest.exchange(DecodedRows(order))
        rows.update(to: node, at: location, application: application)
        let (items, failure) = (rows.items, rows.failure)
        _ = latest.exchange(rows)
        return (items, failure)
    }
}

/// The decoded children of a node; a child is decoded again only when it has changed.
private struct DecodedRows<Model: Decodable & Sendable>: Sendable {
    private var children = Children()
    private var fold: ChildFold<DatasyncList<DatasyncLiveItem<Model>>>
    private var failures = OrderedMap<Key, WebcomError>()

    init(_ order: Order) { fold = ChildFold(order) }

    /// The children that could be decoded, in their order.
    var items: DatasyncList<DatasyncLiveItem<Model>> { fold.rows }

    /// The error of the first child that could not be decoded.
    var failure: WebcomError? { failures.first?.value }

    mutating func update(to node: Node, at location: Location, application: WebcomApplication) {
        node.children.forEachDifference(from: children) { key, _, child in
            failures[key] = nil
            fold.set(item(key, child, at: location, application), for: key, child)
        }
        children = node.children
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
