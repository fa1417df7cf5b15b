import DatasyncConcurrency
package import DatasyncEngine
package import DatasyncPromise
package import DatasyncTree
package import Dispatch

extension Location {
    /// A location with a weak reference to its client.
    ///
    /// Closures that the engine retains use it: a strong reference would form a retain cycle with the client.
    package struct Weak: Sendable {
        private weak let client: Client?
        private let checkedPath: Result<Path, WebcomError>
        private let climbingPath: String?

        init(_ location: Location) {
            client = location.client
            checkedPath = location.checkedPath
            climbingPath = location.climbingPath
        }

        /// Returns the location.
        ///
        /// - Throws: ``WebcomError`` `released` if the client was released.
        package func location() throws(WebcomError) -> Location {
            guard let client else { throw .released }
            return Location(client: client, checkedPath: checkedPath, climbingPath: climbingPath)
        }
    }

    package var weak: Weak { Weak(self) }

    /// Starts an operation and returns its result as a promise.
    ///
    /// Handlers with `on: nil` run on the default queue, in order with the client's events. Tasks that await
    /// the promise also resume through the default queue, after the events of the same response. An unhandled rejection is
    /// reported to the application's diagnostics, unless its code is `cancelled`.
    ///
    /// - Parameters:
    ///   - queue: The default queue; the client's if `nil`.
    ///   - start: Starts the operation with the completion.
    ///   - value: Makes the promise's value from the outcome.
    /// - Returns: The promise.
    package func promise<Value: Sendable>(
        on queue: DispatchQueue? = nil, _ start: (@escaping Completion) -> Void,
        as value: @escaping @Sendable (Outcome, Location) throws(WebcomError) -> Value
    ) -> Promise<Value> {
        let (promise, resolver) = pending(Value.self, queue)
        start { [place = self.weak] result in
            do throws(WebcomError) {
                resolver.fulfill(try value(try result.get(), try place.location()))
            } catch {
                resolver.reject(error)
            }
        }
        return promise
    }

    /// Returns a rejected promise for an operation that fails before it starts.
    package func rejected<Value: Sendable>(_ error: WebcomError, on queue: DispatchQueue? = nil) -> Promise<Value> {
        let (promise, resolver) = pending(Value.self, queue)
        resolver.reject(error)
        return promise
    }

    /// Returns a fulfilled promise; its handlers run in order with the client's events.
    package func fulfilled<Value: Sendable>(_ value: Value, on queue: DispatchQueue? = nil) -> Promise<Value> {
        let (promise, resolver) = pending(Value.self, queue)
        resolver.fulfill(value)
        return promise
    }

    private func pending<Value: Sendable>(
        _: Value.Type, _ queue: DispatchQueue?
    ) -> (promise: Promise<Value>, resolver: Promise<Value>.Resolver) {
        Promise<Value>.pendingInOrder(
            of: queue ?? client.defaultQueue, context: client.promiseContext(queue)
        ) { [weak client] error in client?.diagnose(rejection: error, on: queue) }
    }

    /// Starts an operation without a result and returns a promise for its completion.
    package func done(on queue: DispatchQueue? = nil, _ start: (@escaping Completion) -> Void) -> Promise<Void> {
        let (promise, resolver) = pending(Void.self, queue)
        start { result in
            switch result {
            // The form without an argument is specialised; the generic form asks the runtime for metadata.
            case .success: resolver.fulfill()
            case .failure(let error): resolver.reject(error)
            }
        }
        return promise
    }

    /// Reads a value, or the children in a window, with its location.
    package func readValue(
        _ window: Window, completion: @escaping @Sendable (Result<LocatedValue, WebcomError>) -> Void
    ) {
        read(window) { [place = self.weak] result in completion(Self.located(result, place, window.order)) }
    }

    /// Runs a transaction on values with their location.
    ///
    /// - Parameters:
    ///   - isVisible: As for the other overload.
    ///   - function: As for the other overload.
    ///   - completion: Called with whether the transaction wrote, and the final value.
    package func runTransaction(
        isVisible: Bool = true,
        onValues function: @escaping @Sendable (LocatedValue) throws(WebcomError) -> WrittenValue?,
        completion: @escaping Completion
    ) {
        runTransaction(
            isVisible: isVisible,
            function: { [place = self.weak] input throws(WebcomError) in
                let value = LocatedValue(
                    input.node, at: try place.location(), isAcknowledged: input.isAcknowledged, isKnown: input.isKnown)
                return try function(value)
            }, completion: completion)
    }

    /// Runs a transaction on values as Foundation's JSON; `nil` aborts.
    ///
    /// - Parameters:
    ///   - isVisible: As for the other overloads.
    ///   - update: As `function` of the other overloads.
    ///   - completion: Called with whether the transaction wrote, and the final value.
    package func runTransaction(
        isVisible: Bool, onJSON update: @escaping @Sendable (Any?) -> Any?, completion: @escaping Completion
    ) {
        runTransaction(
            isVisible: isVisible,
            onValues: { present throws(WebcomError) in
                update(present.foundationValue).map { .foundation($0) }
            }, completion: completion)
    }

    private static func located(
        _ result: Result<Outcome, WebcomError>, _ place: Weak, _ order: Order
    ) -> Result<LocatedValue, WebcomError> {
        do throws(WebcomError) {
            return .success(LocatedValue(try result.get(), at: try place.location(), order: order))
        } catch {
            return .failure(error)
        }
    }
}
