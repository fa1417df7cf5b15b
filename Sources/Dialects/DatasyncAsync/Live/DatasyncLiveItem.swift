import DatasyncClient
import DatasyncTree

/// A decoded child of a live collection.
public struct DatasyncLiveItem<Model: Sendable>: Sendable, Identifiable {
    /// The key of the child.
    public let id: WebcomKey
    /// The decoded value of the child.
    public let model: Model
}

extension DatasyncLiveItem: Equatable where Model: Equatable {}

extension DatasyncLiveItem: Hashable where Model: Hashable {}

extension DatasyncLiveItem: CustomStringConvertible {
    /// The key and the value.
    public var description: String { "DatasyncLiveItem(\(id), \(String(describing: model).abbreviated()))" }
}
