public import DatasyncClient
import DatasyncTree

/// A change of a live collection: its new state, and the cause of the change.
///
/// Its model is the list of the children, which shares with the page before what did not change.
public typealias DatasyncLivePage<Model: Decodable & Sendable> =
    DatasyncLiveUpdate<DatasyncList<DatasyncLiveItem<Model>>>

extension DatasyncLiveUpdate where Model: RangeReplaceableCollection, Model.Element: Identifiable {
    /// The children of the loaded pages, in the order of the collection.
    ///
    /// Children that cannot be decoded are left out; ``error`` reports the first of them.
    public var items: Model { model ?? Model() }

    /// The same children as a new array: each read copies all of them.
    public var models: [Model.Element] { Array(items) }
}
