import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
import DatasyncTree
import Dispatch

extension DatasyncNode.PromiseWrapper {
    /// Reads the value once, without a subscription.
    ///
    /// - Returns: A promise of the value at the back end. Without a connection it is the cached value, or null with
    ///   ``DatasyncValue/isKnown`` `false` if the cache does not contain it.
    public func value() -> Promise<DatasyncValue> { read { $0 } }

    /// Reads some children of the value once, without a subscription.
    ///
    /// - Parameter childrenConstraint: The children to read.
    /// - Returns: A promise of the value with these children; rejected with `invalidConstraint` when the constraint is invalid.
    public func value(childrenConstraint: DatasyncChildrenConstraint) -> Promise<DatasyncValue> {
        do throws(WebcomError) {
            return read(try childrenConstraint.window()) { $0 }
        } catch {
            return wrapped.location.rejected(error)
        }
    }

    /// Reads and decodes the value once.
    ///
    /// - Returns: A promise of the decoded value; rejected with `decodingFailed` if it cannot be decoded, and with
    ///   `unavailable` if there is no connection and the cache does not contain it.
    public func decodedValue<Value: Decodable & Sendable>() -> Promise<Value> { decodedValue(as: Value.self) }

    /// Reads and decodes the value once.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: A promise of the decoded value; rejected with `decodingFailed` if it cannot be decoded, and with
    ///   `unavailable` if there is no connection and the cache does not contain it.
    public func decodedValue<Value: Decodable & Sendable>(as type: Value.Type) -> Promise<Value> {
        read { value throws(WebcomError) in try value.known().decodedThrowing(as: Value.self) }
    }

    private func read<Value: Sendable>(
        _ window: Window = .all, _ make: @escaping @Sendable (DatasyncValue) throws(WebcomError) -> Value
    ) -> Promise<Value> {
        perform {
            $0.read(window, completion: $1)
        } as: { outcome, node throws(WebcomError) in
            try make(node.value(of: outcome, order: window.order))
        }
    }

    /// Copies the value to another node, and replaces its children.
    ///
    /// - Parameter destination: The node to write.
    /// - Returns: A promise of the copied value. It is rejected with `unavailable`, and nothing is written, if there is no
    ///   connection and the cache does not contain the value.
    @discardableResult
    public func copyValue(to destination: DatasyncNode.PromiseWrapper) -> Promise<DatasyncValue> {
        value().then(on: nil) { [node = wrapped] value in
            let copy = try node.copied(value)
            return destination.perform {
                $0.set(copy, completion: $1)
            } as: { _, _ in
                value
            }
        }
    }

    /// Copies the value to the node at a path, and replaces its children.
    ///
    /// - Parameter path: The absolute path of the node to write.
    /// - Returns: A promise of the copied value; rejected with `invalidPath` when the path is ill-formed.
    @discardableResult
    public func copyValue(to path: String) -> Promise<DatasyncValue> {
        let place = wrapped.location.root.relative(path)
        if case .failure(let error) = place.checkedPath {
            return wrapped.location.rejected(error, on: wrapped.callbackQueue)
        }
        return copyValue(to: wrapped.node(place).promise)
    }
}
