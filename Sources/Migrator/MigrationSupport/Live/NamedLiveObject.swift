package import DatasyncLegacy

/// A live object with string events, whose model is a snapshot of the new dialect.
///
/// ```swift
/// let user = node.namedLiveObject()
/// user.on("dataUpdated") { print(user.dataStatus) }
/// ```
public final class NamedLiveObject<Model: Sendable>: NamedLiveData {
    /// The source of the events.
    public let source: NamedLiveSource<Model>
    private let legacy: LiveObject

    package init(_ legacy: LiveObject, _ model: @escaping @Sendable (DataSnapshot) -> Model) {
        self.legacy = legacy
        source = NamedLiveSource(emitter: legacy, model: model)
    }

    /// The current value; `nil` if the node is empty or its value is not known yet.
    public var model: Model? { legacy.model.map(source.model) }
}
