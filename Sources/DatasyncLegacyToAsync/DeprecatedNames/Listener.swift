public import DatasyncAsync

/// What `on` returns.
@available(*, deprecated, message: "use DatasyncSubscription; see Migration/LegacyToAsync.md")
public typealias Listener = DatasyncSubscription
