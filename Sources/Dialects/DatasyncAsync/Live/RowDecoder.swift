import DatasyncClient
import DatasyncConcurrency
import DatasyncTree

/// A decoder for successive lists of children.
///
/// For each list it decodes only the children that changed since the previous one.
final class RowDecoder<Model: Decodable & Sendable>: Sendable {
    private let location: Location
    private let application: WebcomApplication
    private let order: Order
    private let latest = Guarded(DecodedRows<Model>())

    init(location: Location, application: WebcomApplication, order: Order) {
        self.order = order
        self.location = location
        self.application = application
    }

    /// Returns the children that can be decoded, in their order, and the error of the first that cannot.
    func rows(of node: Node) -> (model: [DatasyncLiveItem<Model>]?, error: WebcomError?) {
        // Decoding runs application code, so it must not happen under the lock.
        let rows = latest.withLock(\.self).updated(to: node, at: location, application: application)
        _ = latest.exchange(rows)
        return (rows.items(in: order), rows.failure)
    }
}

/// The decoded children of a node; a child is decoded again only when it has changed.
private struct DecodedRows<Model: Decodable & Sendable>: Sendable {
    private var children = Children()
    private var models = OrderedMap<Key, Model>()
    private var failures = OrderedMap<Key, WebcomError>()

    /// Returns the children that could be decoded, in an order.
    func items(in order: Order) -> [DatasyncLiveItem<Model>] {
        children.entries(by: order).compactMap { key, _ in
            models[key].map { DatasyncLiveItem(id: key.text, model: $0) }
        }
    }

    /// The error of the first child that could not be decoded.
    var failure: WebcomError? { failures.first?.value }

    func updated(to node: Node, at location: Location, application: WebcomApplication) -> DecodedRows {
        var copy = self
        copy.children = node.children
        node.children.forEachDifference(from: children) { key, _, child in
            copy.models[key] = nil
            copy.failures[key] = nil
            if child.isNull { return }
            let value = LocatedValue(child, at: location.child(key), isAcknowledged: true)
            do throws(WebcomError) {
                copy.models[key] = try DatasyncValue(value, application: application).decodedThrowing()
            } catch {
                copy.failures[key] = error
            }
        }
        return copy
    }
}
