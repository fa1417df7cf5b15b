import DatasyncPromise

/// The chaining calls in the form of the situation: without a queue, with a queue, or with `nil`.
extension PromiseFixture {
    func then<Value, Next>(
        _ promise: Promise<Value>, _ body: @escaping @Sendable (Value) throws -> Promise<Next>
    ) -> Promise<Next> {
        switch situation.place {
        case .main: promise.then(body)
        case .serialQueue: promise.then(on: queue, body)
        case .pool: promise.then(on: nil, body)
        }
    }

    func map<Value, Next: Sendable>(
        _ promise: Promise<Value>, _ body: @escaping @Sendable (Value) throws -> Next
    ) -> Promise<Next> {
        switch situation.place {
        case .main: promise.map(body)
        case .serialQueue: promise.map(on: queue, body)
        case .pool: promise.map(on: nil, body)
        }
    }

    func recover<Value>(
        _ promise: Promise<Value>, _ body: @escaping @Sendable (any Error) throws -> Promise<Value>
    ) -> Promise<Value> {
        switch situation.place {
        case .main: promise.recover(body)
        case .serialQueue: promise.recover(on: queue, body)
        case .pool: promise.recover(on: nil, body)
        }
    }

    @discardableResult
    func done<Value>(_ promise: Promise<Value>, _ body: @escaping @Sendable (Value) -> Void) -> Promise<Void> {
        switch situation.place {
        case .main: promise.done(body)
        case .serialQueue: promise.done(on: queue, body)
        case .pool: promise.done(on: nil, body)
        }
    }

    @discardableResult
    func caught<Value>(_ promise: Promise<Value>, _ body: @escaping @Sendable (any Error) -> Void) -> Promise<Void> {
        switch situation.place {
        case .main: promise.catch(body)
        case .serialQueue: promise.catch(on: queue, body)
        case .pool: promise.catch(on: nil, body)
        }
    }
}
