public import DatasyncAsync
public import DatasyncClient
public import MigrationSupport

/// A live object with string events.
///
/// Replace it with a live object of the dialect.
public typealias LiveObject = NamedLiveObject<DatasyncValue>
/// A live collection with string events.
///
/// Replace it with a live collection of the dialect.
public typealias LiveCollection = NamedLiveCollection<DatasyncValue>
/// The state of a live object or collection after a change.
public typealias LiveUpdate = DatasyncLiveUpdate<DatasyncValue>

extension DatasyncLiveUpdate<DatasyncValue> {
    /// The models of a collection, or the children of an object.
    public var models: [DatasyncValue] { model?.children ?? [] }
}
