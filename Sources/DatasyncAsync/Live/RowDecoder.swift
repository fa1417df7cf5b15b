import DatasyncClient
import DatasyncConcurrency
import DatasyncTree

/// A decoder for successive lists of children.
///
/// For each list it decodes only the children that changed since the previous one.
final class RowDecoder<Model: Decodable & Sendable>: Sendable {
    private let location: Location
    private let application: WebcomApplication
    private let latest = Guarded(DecodedRows<Model>())

    init(location: Location, application: WebcomApplication) {
        self.location = location
        self.application = application
    }

    func rows(of node: Node) -> DecodedRows<Model> {
        // Decoding runs code of the application, so it must not happen under the lock.
        let rows = latest.withLock(\.self).updated(to: node, at: location, application: application)
        _ = latest.exchange(rows)
        return rows
    }
}
