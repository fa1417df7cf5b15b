public import DatasyncAsync
import DatasyncClient
public import DatasyncPromise
import DatasyncTree

extension DatasyncNode.PromiseWrapper {
    /// Replaces the listed children by JSON of which the compiler does not know that it is an object, and keeps the others.
    ///
    /// - Parameters:
    ///   - json: An object; its names may be paths into children.
    ///   - time: When it takes effect.
    /// - Returns: Fulfilled when the back end has accepted the values, or registered them for later; rejected with `notAnObject`
    ///   for anything but an object.
    @discardableResult
    public func merge(json: Any?, at time: DatasyncTime = .now) -> Promise<Void> {
        let (place, json) = (wrapped.requiringManager, WrittenValue.foundation(json))
        return place.done { place.merge(json, at: time.time, completion: $0) }
    }
}
