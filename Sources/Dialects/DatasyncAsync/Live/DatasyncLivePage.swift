public import DatasyncClient
import DatasyncTree

/// A change of a live collection: its new state, and the cause of the change.
public typealias DatasyncLivePage<Model: Decodable & Sendable> = DatasyncLiveUpdate<[DatasyncLiveItem<Model>]>

extension DatasyncLiveUpdate where Model: RangeReplaceableCollection, Model.Element: Identifiable {
    /// The children of the loaded pages, in the order of the collection.
    ///
    /// Children that cannot be decoded are left out; ``error`` reports the first of them.
    public var models: Model { model ?? Model() }
}

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
