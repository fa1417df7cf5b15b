import DatasyncEngine
package import DatasyncTree
import DatasyncWire

/// What can be done at a place. Completions are called exactly once, never inside the call's own lock, on whatever thread;
/// the dialects bring them to where they are wanted.
extension Location {
    package func set(_ json: Result<JSON, WebcomError>, at time: Time = .now, completion: @escaping Completion) {
        attempt(completion) { path, engine, done throws(WebcomError) in
            let json = try json.get()
            try Self.data { () throws(DataError) in
                let draft = try Draft(json, at: path)
                switch time {
                case .now: try engine.set(draft, at: path, completion: done)
                case .nextDisconnection, .onDisconnection:
                    try engine.setOnDisconnect(draft, at: path, repeats: time == .onDisconnection, completion: done)
                }
            }
        }
    }

    package func merge(_ json: Result<JSON, WebcomError>, at time: Time = .now, completion: @escaping Completion) {
        attempt(completion) { path, engine, done throws(WebcomError) in
            let json = try json.get()
            try Self.data { () throws(DataError) in
                let parts = try MergePart.parts(json.arrayAsObject, at: path)
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
        set(.success(DeferredValue.increment(by: step, from: start).json), completion: completion)
    }

    package func read(_ window: Window = .all, completion: @escaping Completion) {
        attempt(completion) { path, engine, done in engine.read(Query(path: path, window: window), completion: done) }
    }

    /// Takes back what was registered for the end of the connection at and below the place.
    package func cancelOnDisconnect(completion: @escaping Completion) {
        attempt(completion) { path, engine, done in engine.cancelOnDisconnect(at: path, completion: done) }
    }

    /// Runs a compare-and-set loop.
    ///
    /// `function`: Called with the value and whether it is acknowledged, possibly several times, on whatever thread;
    /// answers what to write, or `nil` to abort.
    package func runTransaction(
        isVisible: Bool = true, function: @escaping @Sendable (Node, Bool) throws(WebcomError) -> JSON?,
        completion: @escaping Completion
    ) {
        attempt(completion) { path, engine, done in
            let wrapped: Engine.Function = { node, isAcknowledged throws(EngineError) in
                do throws(WebcomError) {
                    guard let json = try function(node, isAcknowledged) else { return nil }
                    return try Self.data { () throws(DataError) in try Draft(json, at: path) }
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
            try body(try target.get(), client.engine) { completion($0.mapError(WebcomError.init)) }
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

extension JSON {
    /// Foundation's JSON as the input of a write.
    package static func written(_ value: Any?) -> Result<JSON, WebcomError> {
        do throws(DataError) {
            return .success(try JSON(foundation: value))
        } catch {
            return .failure(WebcomError(error))
        }
    }

    /// An array as the object that it is stored as; everything else as it is.
    fileprivate var arrayAsObject: JSON {
        guard let elements = array else { return self }
        return .object(elements.enumerated().map { Member(String($0.offset), $0.element) })
    }
}
