package import DatasyncEngine
package import DatasyncTree
package import DatasyncWire

/// The operations at a location.
///
/// Completions are called exactly once, on any thread, outside all locks. The dialects deliver them on the delivery queue.
extension Location {
    package func set(_ value: WrittenValue, at time: Time = .now, completion: @escaping Completion) {
        attempt(completion) { path throws(WebcomError) in
            let writeValue = try value.writeValue(at: path)
            reportClimbing()
            return writeValue
        } start: { writeValue, path, engine, done throws(DatasyncError) in
            switch time {
            case .now: try engine.set(writeValue, at: path, completion: done)
            case .nextDisconnection, .onDisconnection:
                try engine.setOnDisconnect(writeValue, at: path, repeats: time == .onDisconnection, completion: done)
            }
        }
    }

    package func merge(_ value: WrittenValue, at time: Time = .now, completion: @escaping Completion) {
        attempt(completion) { path throws(WebcomError) in
            let parts = try value.parts(at: path)
            reportClimbing()
            return parts
        } start: { parts, path, engine, done throws(DatasyncError) in
            switch time {
            case .now: try engine.merge(parts, at: path, completion: done)
            case .nextDisconnection, .onDisconnection:
                try engine.mergeOnDisconnect(parts, at: path, repeats: time == .onDisconnection, completion: done)
            }
        }
    }

    /// Adds a number to the node's current number in one request.
    ///
    /// - Parameters:
    ///   - step: The number to add.
    ///   - start: The number to use instead of null.
    ///   - completion: Called with the result; with the error `resultUnreadable` if the back end does not return the number.
    package func increment(by step: Double, from start: Double, completion: @escaping Completion) {
        set(.json(.success(DeferredValue.increment(by: step, from: start).json))) { [path] result in
            guard case .success(let outcome) = result, outcome.node.number == nil else { return completion(result) }
            completion(
                .failure(
                    WebcomError(
                        .resultUnreadable, at: path.description,
                        "The increment at \(path) took effect, but the back end did not return the number: the rules "
                            + "do not allow reading it. Do not repeat it; use set with ServerValue.increment if you do not need "
                            + "the number, or change the rules.")))
        }
    }

    package func read(_ window: Window = .all, completion: @escaping Completion) {
        attempt(completion) { _ in
        } start: { _, path, engine, done in
            engine.read(Query(path: path, window: window), completion: done)
        }
    }

    /// Cancels the on-disconnect writes at and below the location.
    package func cancelOnDisconnect(completion: @escaping Completion) {
        attempt(completion) { _ in
        } start: { _, path, engine, done in
            engine.cancelOnDisconnect(at: path, completion: done)
        }
    }

    /// Makes a request about webhooks.
    package func request(
        _ make: (Path) throws(WebcomError) -> WebhookRequest, completion: @escaping Completion
    ) {
        attempt(completion, make) { request, _, engine, done in engine.request(request, completion: done) }
    }

    /// Runs a transaction as a compare-and-set loop.
    ///
    /// If children have canonically equivalent keys, a dictionary holds only one of them; the others are preserved. If the
    /// function changes the one in the dictionary, the transaction fails.
    ///
    /// - Parameters:
    ///   - isVisible: Whether subscriptions receive events for values that are not acknowledged yet.
    ///   - function: Called with the current value for each attempt, on any thread; returns the value to write, or `nil` to
    ///     abort.
    ///   - completion: Called with the result.
    package func runTransaction(
        isVisible: Bool = true,
        function: @escaping @Sendable (TransactionInput) throws(WebcomError) -> WrittenValue?,
        completion: @escaping Completion
    ) {
        attempt(completion) { _ in
            reportClimbing()
        } start: { _, path, engine, done in
            let wrapped: Engine.Function = { input throws(DatasyncError) in
                do throws(WebcomError) {
                    guard let writeValue = try function(input)?.writeValue(at: path) else { return nil }
                    return try Self.data { () throws(DatasyncError) in
                        WriteValue(
                            try writeValue.node.restoringEquivalentKeys(of: input.node, at: path),
                            deferred: writeValue.deferred)
                    }
                } catch {
                    throw DatasyncError(error.cause.code, at: error.path ?? path.description, error.message)
                }
            }
            engine.runTransaction(at: path, isVisible: isVisible, function: wrapped, completion: done)
        }
    }

    /// Starts an operation; if that fails, completes it with the error.
    ///
    /// - Parameters:
    ///   - completion: Called with the result.
    ///   - prepare: Checks the input, at once.
    ///   - start: Called with the engine, after the offline store has been opened.
    private func attempt<Input: Sendable>(
        _ completion: @escaping Completion, _ prepare: (Path) throws(WebcomError) -> Input,
        start: @escaping @Sendable (Input, Path, Engine, @escaping Engine.Completion) throws(DatasyncError) -> Void
    ) {
        do throws(WebcomError) {
            let path = try checkedPath.get()
            let input = try prepare(path)
            client.perform { engine in
                do throws(WebcomError) {
                    let engine = try engine.get()
                    try Self.data { () throws(DatasyncError) in
                        try start(input, path, engine) { completion($0.mapError(WebcomError.init)) }
                    }
                } catch {
                    completion(.failure(error))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    private static func data<Value>(_ body: () throws(DatasyncError) -> Value) throws(WebcomError) -> Value {
        do throws(DatasyncError) {
            return try body()
        } catch {
            throw WebcomError(error)
        }
    }
}
