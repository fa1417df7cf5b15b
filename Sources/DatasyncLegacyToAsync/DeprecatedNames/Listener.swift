public import DatasyncAsync

/// The subscription that `on` and `once` return.
@available(*, deprecated, message: "use DatasyncSubscription; see Migration/LegacyToAsync.md")
public typealias Listener = DatasyncSubscription
