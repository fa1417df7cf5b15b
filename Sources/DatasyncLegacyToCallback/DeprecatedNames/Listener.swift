public import DatasyncCallback

/// The subscription that `on` and `once` return.
@available(*, deprecated, message: "use Webcom.Subscription; see Migration/LegacyToCallback.md")
public typealias Listener = Webcom.Subscription
