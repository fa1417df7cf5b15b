import DatasyncClient
import DatasyncLegacy
import DatasyncLive

/// The source of the string events of a live object or collection.
public struct NamedLiveSource<Model: Sendable>: Sendable {
    let emitter: any LiveEmitter
    let model: @Sendable (DataSnapshot) -> Model

    func main(_ callback: @escaping @MainActor (DatasyncLiveUpdate<Model>) -> Void) -> @MainActor (LiveUpdate) -> Void {
        { [model] in callback($0.map(model)) }
    }

    func sendable(
        _ callback: @escaping @Sendable (DatasyncLiveUpdate<Model>) -> Void
    ) -> @Sendable (LiveUpdate) -> Void {
        { [model] in callback($0.map(model)) }
    }
}
