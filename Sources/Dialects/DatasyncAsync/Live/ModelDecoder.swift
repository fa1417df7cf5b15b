import DatasyncClient
import DatasyncConcurrency
import DatasyncTree

/// A decoder for successive values of a node; a value that has only been acknowledged is not decoded again.
final class ModelDecoder<Model: Decodable & Sendable>: Sendable {
    private struct Decoded: Sendable {
        let node: Node
        let model: Model?
        let error: WebcomError?
    }

    private let location: Location
    private let application: WebcomApplication
    private let latest = Guarded<Decoded?>(nil)

    init(location: Location, application: WebcomApplication) {
        self.location = location
        self.application = application
    }

    /// Returns the decoded value, or the error; neither for null.
    func model(of node: Node) -> (model: Model?, error: WebcomError?) {
        if let latest = latest.withLock(\.self), latest.node == node { return (latest.model, latest.error) }
        // Decoding runs application code, so it must not happen under the lock.
        let decoded = node.isNull ? nil : decode(node)
        _ = latest.exchange(decoded)
        return (decoded?.model, decoded?.error)
    }

    private func decode(_ node: Node) -> Decoded {
        do throws(WebcomError) {
            let value = DatasyncValue(LocatedValue(node, at: location, isAcknowledged: true), application: application)
            return Decoded(node: node, model: try value.decodedThrowing(), error: nil)
        } catch {
            return Decoded(node: node, model: nil, error: error)
        }
    }
}
