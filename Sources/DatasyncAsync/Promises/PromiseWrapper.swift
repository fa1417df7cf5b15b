package import DatasyncClient
package import DatasyncEngine
public import DatasyncPromise

/// A type that gives another one a different shape.
public protocol WebcomWrapper {
    /// The type that is given another shape.
    associatedtype Wrapped
    /// The wrapped value.
    var wrapped: Wrapped { get }
}

extension DatasyncNode {
    /// The node with promises in place of `async` functions.
    public var promise: PromiseWrapper { PromiseWrapper(wrapped: self) }

    /// A node whose operations return promises.
    ///
    /// Writes start at once, whether anybody waits for the promise or not.
    public final class PromiseWrapper: WebcomWrapper, Sendable {
        /// The node.
        public let wrapped: DatasyncNode

        init(wrapped: DatasyncNode) { self.wrapped = wrapped }

        /// The node one level up; rejected with `noParent` at the root, with `invalidPath` when the node is ill-formed.
        public var parent: Promise<PromiseWrapper> {
            if case .failure(let error) = wrapped.location.checkedPath { return Promise(error: error) }
            if let parent = wrapped.parent { return .value(parent.promise) }
            return Promise(
                error: WebcomError(.noParent, at: "/", "The root has no parent; \"..\" leads to the root itself."))
        }

        /// A node below or beside this one.
        ///
        /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up.
        /// - Returns: The node; rejected with `invalidPath` when the path is ill-formed.
        public func relativeNode(for path: String) -> Promise<PromiseWrapper> {
            let relative = wrapped.location.relative(path)
            if case .failure(let error) = relative.checkedPath { return Promise(error: error) }
            return .value(wrapped.node(relative).promise)
        }

        /// A node below or beside this one, as ``relativeNode(for:)``.
        public static func / (node: PromiseWrapper, path: String) -> Promise<PromiseWrapper> {
            node.relativeNode(for: path)
        }

        /// A new child, whose key sorts after those made before; nothing is written.
        ///
        /// - Returns: The child; rejected with `invalidPath` when the node is ill-formed.
        public func createChild() -> Promise<PromiseWrapper> {
            if case .failure(let error) = wrapped.location.checkedPath { return Promise(error: error) }
            return .value(wrapped.createChild().promise)
        }

        /// An operation at the node, or at another place, as a promise.
        ///
        /// What waits for the answer keeps nothing alive.
        package func perform<Value: Sendable>(
            at location: Location? = nil, _ start: (Location, @escaping Location.Completion) -> Void,
            as value: @escaping @Sendable (Outcome, DatasyncNode) throws(WebcomError) -> Value
        ) -> Promise<Value> {
            let place = wrapped.manager == nil ? wrapped.requiringManager : location ?? wrapped.location
            return place.promise(on: wrapped.callbackQueue) {
                start(place, $0)
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
    /// Wrappers are equal when their nodes are.
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

extension DatasyncNode.PromiseWrapper: CustomDebugStringConvertible {
    /// The description of the node after the name of the type.
    public var debugDescription: String { "PromiseWrapper(\(wrapped))" }
}
