package import DatasyncEngine
package import DatasyncPromise

extension Client {
    /// An operation as a promise, whose handlers run on the client's default queue unless they name another.
    package func promise<Value: Sendable>(
        _ start: (@escaping Location.Completion) -> Void, as value: @escaping @Sendable (Outcome) -> Value
    ) -> Promise<Value> {
        let (promise, resolver) = Promise<Value>.pending(queue: defaultQueue)
        start { result in
            switch result {
            case .success(let outcome): resolver.fulfill(value(outcome))
            case .failure(let error): resolver.reject(error)
            }
        }
        return promise
    }
}
