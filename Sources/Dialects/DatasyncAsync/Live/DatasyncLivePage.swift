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
