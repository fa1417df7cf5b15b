public import DatasyncCallback
public import DatasyncClient
public import MigrationSupport

/// A live object with string events.
///
/// Replace it with a live object of the dialect.
public typealias LiveObject = NamedLiveObject<Webcom.DataSnapshot>
/// A live collection with string events.
///
/// Replace it with a live collection of the dialect.
public typealias LiveCollection = NamedLiveCollection<Webcom.DataSnapshot>
/// The state of a live object or collection after a change.
public typealias LiveUpdate = DatasyncLiveUpdate<Webcom.DataSnapshot>
