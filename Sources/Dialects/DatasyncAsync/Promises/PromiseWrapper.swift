package import DatasyncClient
package import DatasyncEngine
public import DatasyncPromise

/// A type that wraps another one to give it a different API.
public protocol WebcomWrapper {
    /// The wrapped type.
    associatedtype Wrapped
    /// The wrapped value.
    var wrapped: Wrapped { get }
}

extension DatasyncNode {
    /// The node with operations that return promises instead of `async` functions.
    public var promise: PromiseWrapper { PromiseWrapper(wrapped: self) }

    /// A node whose operations return promises.
    ///
    /// Operations start immediately, whether or not their promise has handlers. An unhandled rejection goes to the
    /// diagnostics of the application.
    ///
    /// ```swift
    /// node.promise.set(["name": "Ada"])
    ///     .done { print("stored") }
    ///     .catch { error in print(error) }
    /// ```
    public final class PromiseWrapper: WebcomWrapper, Sendable {
        /// The node.
        public let wrapped: DatasyncNode

        init(wrapped: DatasyncNode) { self.wrapped = wrapped }

        /// The parent node; rejected with `noParent` at the root, and with `invalidPath` if ill-formed.
        public var parent: Promise<PromiseWrapper> {
            if case .failure(let error) = wrapped.location.checkedPath { return Promise(error: error) }
            if let parent = wrapped.parent { return .value(parent.promise) }
            return Promise(
                error: WebcomError(.noParent, at: "/", "The root has no parent; \"..\" leads to the root itself."))
        }

        /// Returns the node at a relative path.
        ///
        /// - Parameter path: Keys separated by `/`, relative even with a leading `/`; `..` is the parent.
        /// - Returns: A fulfilled promise of the node; rejected with `invalidPath` when the path is ill-formed.
        public func relativeNode(for path: String) -> Promise<PromiseWrapper> {
            let relative = wrapped.location.relative(path)
            if case .failure(let error) = relative.checkedPath { return Promise(error: error) }
            return .value(wrapped.node(relative).promise)
        }

        /// Returns the child with a key; the key is not read as a path.
        ///
        /// - Parameter key: Exactly one key.
        /// - Returns: A fulfilled promise of the child; rejected with `invalidPath` when the key has a forbidden character,
        ///   as in `a/b`, `.` and `..`.
        public func child(key: String) -> Promise<PromiseWrapper> {
            let child = wrapped.location.child(key: key)
            if case .failure(let error) = child.checkedPath { return Promise(error: error) }
            return .value(wrapped.node(child).promise)
        }

        /// Returns the node at a relative path, like ``relativeNode(for:)``.
        public static func / (node: PromiseWrapper, path: String) -> Promise<PromiseWrapper> {
            node.relativeNode(for: path)
        }

        /// Returns a new child node without writing it.
        ///
        /// - Returns: A fulfilled promise of the child, whose key sorts after the keys created before; rejected with
        ///   `invalidPath` when the node is ill-formed.
        public func createChild() -> Promise<PromiseWrapper> {
            if case .failure(let error) = wrapped.location.checkedPath { return Promise(error: error) }
            return .value(wrapped.createChild().promise)
        }

        /// Starts an operation at the node, or at another location, and returns its promise.
        ///
        /// The pending operation retains neither the application nor the manager.
        package func perform<Value: Sendable>(
            at location: Location? = nil, _ start: (Location, @escaping Location.Completion) -> Void,
            as value: @escaping @Sendable (Outcome, DatasyncNode) throws(WebcomError) -> Value
        ) -> Promise<Value> {
            let target = wrapped.operationLocation(location)
            return target.promise(on: wrapped.callbackQueue) {
                start(target, $0)
            } as: {
                [weak application = wrapped.application, weak manager = wrapped.manager] outcome, place
                    throws(WebcomError) in
                guard let application else { throw .released }
                return try value(outcome, DatasyncNode(location: place, application: application, manager: manager))
            }
        }
    }
}

extension DatasyncNode.PromiseWrapper: Hashable {
    /// Returns whether both wrappers wrap equal nodes.
    public static func == (left: DatasyncNode.PromiseWrapper, right: DatasyncNode.PromiseWrapper) -> Bool {
        left.wrapped == right.wrapped
    }

    /// Hashes the node.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrapped) }
}

extension DatasyncNode.PromiseWrapper: CustomStringConvertible {
    /// The description of the node.
    public var description: String { wrapped.description }
}
