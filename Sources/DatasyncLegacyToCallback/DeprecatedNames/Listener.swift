public import DatasyncCallback

/// What `on` returns.
@available(*, deprecated, message: "use Webcom.Subscription; see Migration/LegacyToCallback.md")
public typealias Listener = Webcom.Subscription
