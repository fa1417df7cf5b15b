public import DatasyncCallback
public import DatasyncLegacy

/// The value of a node at one moment.
@available(*, deprecated, message: "use Webcom.DataSnapshot; see Migration/LegacyToCallback.md")
public typealias DataSnapshot = Webcom.DataSnapshot

/// The event names that `on`, `once` and `off` accept: one name or several.
@available(*, deprecated, message: "use the events of the dialect; see Migration/LegacyToCallback.md")
public typealias EventNames = DatasyncLegacy.EventNames

/// The subscription that `on` and `once` return.
@available(*, deprecated, message: "use Webcom.Subscription; see Migration/LegacyToCallback.md")
public typealias Listener = Webcom.Subscription
