public import DatasyncAsync

/// The value of a node at one moment.
@available(*, deprecated, message: "use any DatasyncSnapshot; see Migration/LegacyToAsync.md")
public typealias DataSnapshot = any DatasyncSnapshot

/// The subscription that `on` and `once` return.
@available(*, deprecated, message: "use DatasyncSubscription; see Migration/LegacyToAsync.md")
public typealias Listener = DatasyncSubscription
