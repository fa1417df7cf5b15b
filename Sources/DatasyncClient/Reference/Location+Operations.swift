package import DatasyncEngine
package import DatasyncTree
import DatasyncWire

/// The operations at a location. Completions are called exactly once, never under a lock, on any thread; the dialects deliver
/// them where the application wants them.
extension Location {
    package func set(_ value: WrittenValue, at time: Time = .now, completion: @escaping Completion) {
        attempt(completion) { path, engine, done throws(WebcomError) in
            let writeValue = try value.writeValue(at: path)
            try Self.data { () throws(DataError) in
                switch time {
                case .now: try engine.set(writeValue, at: path, completion: done)
                case .nextDisconnection, .onDisconnection:
                    try engine.setOnDisconnect(
                        writeValue, at: path, repeats: time == .onDisconnection, completion: done)
                }
            }
        }
    }

    package func merge(_ value: WrittenValue, at time: Time = .now, completion: @escaping Completion) {
        attempt(completion) { path, engine, done throws(WebcomError) in
            let parts = try value.parts(at: path)
            try Self.data { () throws(DataError) in
                switch time {
                case .now: try engine.merge(parts, at: path, completion: done)
                case .nextDisconnection, .onDisconnection:
                    try engine.mergeOnDisconnect(parts, at: path, repeats: time == .onDisconnection, completion: done)
                }
            }
        }
    }

    /// Adds a number to the present one, as one request.
    package func increment(by step: Double, from start: Double, completion: @escaping Completion) {
        set(.json(.success(DeferredValue.increment(by: step, from: start).json)), completion: completion)
    }

    package func read(_ window: Window = .all, completion: @escaping Completion) {
        attempt(completion) { path, engine, done in engine.read(Query(path: path, window: window), completion: done) }
    }

    /// Cancels the on-disconnect writes at and below the location.
    package func cancelOnDisconnect(completion: @escaping Completion) {
        attempt(completion) { path, engine, done in engine.cancelOnDisconnect(at: path, completion: done) }
    }

    /// Runs a compare-and-set loop.
    ///
    /// `function`: Called with the value, possibly several times, on any thread; returns the value to write, or `nil` to
    /// abort. Children that a dictionary could not hold stay, unless the function changes the one that it holds.
    package func runTransaction(
        isVisible: Bool = true,
        function: @escaping @Sendable (TransactionInput) throws(WebcomError) -> WrittenValue?,
        completion: @escaping Completion
    ) {
        attempt(completion) { path, engine, done in
            let wrapped: Engine.Function = { input throws(EngineError) in
                do throws(WebcomError) {
                    guard let writeValue = try function(input)?.writeValue(at: path) else { return nil }
                    return try Self.data { () throws(DataError) in
                        WriteValue(
                            try writeValue.node.restoringEquivalentKeys(of: input.node, at: path),
                            deferred: writeValue.deferred)
                    }
                } catch {
                    throw EngineError(
                        EngineError.Code(rawValue: error.code.rawValue) ?? .invalidValue, at: path, error.message)
                }
            }
            engine.runTransaction(at: path, isVisible: isVisible, function: wrapped, completion: done)
        }
    }

    /// Runs an operation; what keeps it from being started is its result.
    private func attempt(
        _ completion: @escaping Completion,
        _ body: (Path, Engine, @escaping Engine.Completion) throws(WebcomError) -> Void
    ) {
        do throws(WebcomError) {
            try body(try checkedPath.get(), client.engine) { completion($0.mapError(WebcomError.init)) }
        } catch {
            completion(.failure(error))
        }
    }

    private static func data<Value>(_ body: () throws(DataError) -> Value) throws(WebcomError) -> Value {
        do throws(DataError) {
            return try body()
        } catch {
            throw WebcomError(error)
        }
    }
}
