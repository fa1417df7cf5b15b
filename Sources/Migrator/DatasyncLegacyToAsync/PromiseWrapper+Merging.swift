public import DatasyncAsync
import DatasyncClient
public import DatasyncPromise
import DatasyncTree

extension DatasyncNode.PromiseWrapper {
    /// Replaces the listed children by JSON of unknown static type and leaves the others unchanged.
    ///
    /// - Parameters:
    ///   - json: An object; its names may be paths into children.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise; fulfilled when the back end accepts the values or registers them for later, rejected with
    ///   `notAnObject` if `json` is not an object.
    @discardableResult
    public func merge(json: Any?, at time: DatasyncTime = .now) -> Promise<Void> {
        let (place, json) = (wrapped.requiringManager, WrittenValue.foundation(json))
        return place.done { place.merge(json, at: time.time, completion: $0) }
    }

    /// Replaces the values at several paths by JSON of unknown static type, in one write.
    ///
    /// - Parameters:
    ///   - values: Foundation's JSON by paths relative to this node; `nil` removes the data.
    ///   - time: The time at which the write takes effect.
    /// - Returns: A promise, fulfilled when the back end accepts the values or registers them for later.
    @discardableResult
    public func setPaths(json values: [String: Any?], at time: DatasyncTime = .now) -> Promise<Void> {
        let (place, json) = (wrapped.requiringManager, WrittenValue.paths(values))
        return place.done { place.merge(json, at: time.time, completion: $0) }
    }
}
