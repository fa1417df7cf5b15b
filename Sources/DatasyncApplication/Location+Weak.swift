package import DatasyncEngine
package import DatasyncPromise
package import DatasyncTree

extension Location {
    /// A place that does not keep its client: what waits inside the engine must not, or neither would ever go away.
    package struct Weak: Sendable {
        private weak let client: Client?
        private let target: Result<Path, WebcomError>

        init(_ location: Location) {
            client = location.client
            target = location.target
        }

        /// The place.
        ///
        /// - Throws: ``WebcomError`` `released` once the client is gone.
        package func location() throws(WebcomError) -> Location {
            guard let client else { throw .released }
            return Location(client: client, target: target)
        }
    }

    package var loose: Weak { Weak(self) }

    /// An operation as a promise, whose handlers run on the client's default queue unless they name another.
    ///
    /// Whoever awaits it goes on by way of that queue too: after the events that the answer has caused. A failure that nobody
    /// listens to goes to the application's diagnostics.
    package func promise<Value: Sendable>(
        _ start: (@escaping Completion) -> Void,
        as value: @escaping @Sendable (Outcome, Location) throws(WebcomError) -> Value
    ) -> Promise<Value> {
        let (promise, resolver) = pending(Value.self)
        start { [place = loose] result in
            do throws(WebcomError) {
                resolver.fulfill(try value(try result.get(), try place.location()))
            } catch {
                resolver.reject(error)
            }
        }
        return promise
    }

    /// An operation that makes no sense as a promise.
    package func rejected<Value: Sendable>(_ error: WebcomError) -> Promise<Value> {
        let (promise, resolver) = pending(Value.self)
        resolver.reject(error)
        return promise
    }

    private func pending<Value: Sendable>(_: Value.Type) -> (promise: Promise<Value>, resolver: Promise<Value>.Resolver)
    {
        Promise<Value>.pendingInOrder(of: client.defaultQueue) { [weak client] error in
            let error = WebcomError(of: error)
            guard let client, error.code != .cancelled else { return }
            client.mailbox(nil).post { client.diagnostics(error) }
        }
    }

    /// An operation without a result as a promise.
    package func done(_ start: (@escaping Completion) -> Void) -> Promise<Void> { promise(start) { _, _ in } }

    /// Reads a value with its place.
    package func readValue(completion: @escaping @Sendable (Result<LocatedValue, WebcomError>) -> Void) {
        read { [place = loose] result in completion(Self.located(result, place)) }
    }

    /// Runs a transaction on values with their place.
    ///
    /// `function`: As for the other form. `completion`: Called with whether something was written, and the value at the end.
    package func runTransaction(
        isVisible: Bool = true, onValues function: @escaping @Sendable (LocatedValue) throws(WebcomError) -> JSON?,
        completion: @escaping Completion
    ) {
        runTransaction(
            isVisible: isVisible,
            function: { [place = loose] node, isAcknowledged throws(WebcomError) in
                try function(LocatedValue(node, at: try place.location(), isAcknowledged: isAcknowledged))
            }, completion: completion)
    }

    /// Runs a transaction on values as Foundation's JSON; `nil` aborts.
    ///
    /// `update`: As for the other forms. `completion`: Called with whether something was written, and the value at the end.
    package func runTransaction(
        isVisible: Bool, onJSON update: @escaping @Sendable (Any?) -> Any?, completion: @escaping Completion
    ) {
        runTransaction(
            isVisible: isVisible,
            onValues: { present throws(WebcomError) in
                guard let value = update(present.node.foundationValue) else { return nil }
                return try JSON.written(value).get()
            }, completion: completion)
    }

    private static func located(
        _ result: Result<Outcome, WebcomError>, _ place: Weak
    ) -> Result<LocatedValue, WebcomError> {
        do throws(WebcomError) {
            return .success(LocatedValue(try result.get(), at: try place.location()))
        } catch {
            return .failure(error)
        }
    }
}
