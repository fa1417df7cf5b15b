public import DatasyncCallback

/// The value of a node at one moment.
@available(*, deprecated, message: "use Webcom.DataSnapshot; see Migration/LegacyToCallback.md")
public typealias DataSnapshot = Webcom.DataSnapshot

/// The subscription that `on` and `once` return.
@available(*, deprecated, message: "use Webcom.Subscription; see Migration/LegacyToCallback.md")
public typealias Listener = Webcom.Subscription
