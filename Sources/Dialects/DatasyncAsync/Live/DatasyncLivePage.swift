public import DatasyncClient
import DatasyncTree

/// A change of a live collection: its new state, and the cause of the change.
///
/// Its model is the list of children, which shares its unchanged parts with the previous page.
public typealias DatasyncLivePage<Model: Decodable & Sendable> =
    DatasyncLiveUpdate<DatasyncList<DatasyncLiveItem<Model>>>

extension DatasyncLiveUpdate where Model: RangeReplaceableCollection, Model.Element: Identifiable {
    /// The children of the loaded pages, in the order of the collection.
    ///
    /// Children that cannot be decoded are left out; ``error`` reports the one with the lowest key.
    public var items: Model { model ?? Model() }

    /// The same children as a new array: each read copies all of them.
    public var models: [Model.Element] { Array(items) }
}
