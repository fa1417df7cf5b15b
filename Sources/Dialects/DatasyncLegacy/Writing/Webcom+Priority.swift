import DatasyncClient
import DatasyncTree
public import Dispatch

/// Priorities: they sort the children in a query without an order, bound or limit.
///
/// A priority is a string or a number. A write to a node removes its priority, unless it sets another one.
#if LegacyWarnings
    @available(*, deprecated, message: "use an order by a child, as only this dialect writes priorities")
#endif
extension Webcom {
    /// Replaces the value and the priority.
    ///
    /// - Parameters:
    ///   - value: A value in Foundation JSON; `nil` and `NSNull()` remove the node.
    ///   - priority: A string, a number or `ServerValue.TIMESTAMP`; `nil` for none.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    public func setWithPriority(_ value: Any?, _ priority: Any?, _ completion: MainCompletion? = nil) {
        location.set(Self.value(value, priority), completion: location.settlingOnMain(completion))
    }

    /// Replaces value and priority like ``setWithPriority(_:_:_:)``, with the completion on `queue`; `nil` is the application's
    /// default queue.
    public func setWithPriority(
        _ value: Any?, _ priority: Any?, queue: DispatchQueue?, _ completion: @escaping Completion
    ) {
        location.set(Self.value(value, priority), completion: location.settling(queue, completion))
    }

    /// Replaces the priority; no effect on an empty node.
    ///
    /// - Parameters:
    ///   - priority: A string, a number or `ServerValue.TIMESTAMP`; `nil` for none.
    ///   - completion: Called on the main queue when the back end has responded. Without it, a diagnostic reports a failure.
    public func setPriority(_ priority: Any?, _ completion: MainCompletion? = nil) {
        location.priority.set(.foundation(priority), completion: location.settlingOnMain(completion))
    }

    /// Replaces the priority like ``setPriority(_:_:)``, with the completion on `queue`; `nil` is the application's default
    /// queue.
    public func setPriority(_ priority: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
        location.priority.set(.foundation(priority), completion: location.settling(queue, completion))
    }

    private static func value(_ value: Any?, _ priority: Any?) -> WrittenValue {
        .foundation(value, readsPriorities: true).withPriority(.foundation(priority))
    }
}
