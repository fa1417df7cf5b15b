package import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
import Dispatch

/// What `on` returns, as closures have no identity: give it to `off` to end that one listener.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.Subscription or DatasyncSubscription")
#endif
public final class Listener: Sendable {
    package let handle: SubscriptionHandle?

    init(_ handle: SubscriptionHandle?) { self.handle = handle }
}

extension Listener: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, the window, the events while they are listened to, and whether the listener is active.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the subscription of another dialect")
    #endif
    public var description: String { "Listener(\(handle?.description ?? "refused"))" }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the subscription of another dialect")
    #endif
    public var debugDescription: String { description }
}
