package import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
import Dispatch

/// A handle for one registration with `on` or `once`, to pass to `off`.
///
/// ```swift
/// let listener = contacts.on("value") { snapshot, _ in print(snapshot.val() ?? "empty") }
/// contacts.off("value", listener)
/// ```
///
/// The client retains an active listener; you need the handle only to cancel this one listener.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.Subscription or DatasyncSubscription")
#endif
public final class Listener: Sendable, CustomStringConvertible {
    package let handle: SubscriptionHandle?

    init(_ handle: SubscriptionHandle?) { self.handle = handle }

    /// The path, the window, the events of an active listener, and whether it is active.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the subscription of another dialect")
    #endif
    public var description: String { "Listener(\(handle?.description ?? "refused"))" }
}
