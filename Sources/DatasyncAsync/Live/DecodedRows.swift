import DatasyncClient
import DatasyncTree

/// The decoded children of a node; a child is decoded again only when it has changed.
struct DecodedRows<Model: Decodable & Sendable>: Sendable {
    private var children = Children()
    private var models = OrderedMap<Key, Model>()
    private var failures = OrderedMap<Key, WebcomError>()

    /// The children that could be decoded, in key order.
    var items: [DatasyncLiveItem<Model>] { models.map { DatasyncLiveItem(id: $0.key.text, model: $0.value) } }

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
