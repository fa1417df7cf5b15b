import DatasyncClient
import DatasyncConcurrency
import DatasyncTree

/// Decodes one list after the other, of each only what has changed since the one before.
final class RowDecoder<Model: Decodable & Sendable>: Sendable {
    private let location: Location
    private let application: WebcomApplication
    private let latest = Guarded(DecodedRows<Model>())

    init(location: Location, application: WebcomApplication) {
        self.location = location
        self.application = application
    }

    func rows(of node: Node) -> DecodedRows<Model> {
        // Nothing of the application is called under the lock: decoding is.
        let rows = latest.withLock(\.self).updated(to: node, at: location, application: application)
        _ = latest.exchange(rows)
        return rows
    }
}
