public import DatasyncAsync
public import DatasyncLegacy

/// The value of a node at one moment.
@available(*, deprecated, message: "use any DatasyncSnapshot; see Migration/LegacyToAsync.md")
public typealias DataSnapshot = any DatasyncSnapshot

/// The event names that `on`, `once` and `off` accept: one name or several.
@available(*, deprecated, message: "use the events of the dialect; see Migration/LegacyToAsync.md")
public typealias EventNames = DatasyncLegacy.EventNames

/// The subscription that `on` and `once` return.
@available(*, deprecated, message: "use DatasyncSubscription; see Migration/LegacyToAsync.md")
public typealias Listener = DatasyncSubscription
