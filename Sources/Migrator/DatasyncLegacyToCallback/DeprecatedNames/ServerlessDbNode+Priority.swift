public import DatasyncCallback
public import DatasyncClient
import DatasyncLegacy
public import Dispatch

extension Webcom.ServerlessDbNode {
    /// Replaces the value and the priority.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - priority: A string, a number or the back end's time; `nil` for none.
    ///   - completion: Called once on the main queue when the write settles; without it, the diagnostics receive an
    ///     error.
    @available(
        *, deprecated, message: "the dialect writes no priorities, order by a child; see Migration/LegacyToCallback.md"
    )
    public func setWithPriority(
        _ value: Any?, _ priority: Any?, _ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil
    ) {
        legacy.setWithPriority(value, priority, completion)
    }

    /// Replaces the value and the priority.
    ///
    /// - Parameters:
    ///   - value: Foundation's JSON; `nil` and `NSNull()` remove.
    ///   - priority: A string, a number or the back end's time; `nil` for none.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(
        *, deprecated, message: "the dialect writes no priorities, order by a child; see Migration/LegacyToCallback.md"
    )
    public func setWithPriority(
        _ value: Any?, _ priority: Any?, queue: DispatchQueue?,
        _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.setWithPriority(value, priority, queue: queue, completion)
    }

    /// Replaces the priority; no effect on an empty node.
    ///
    /// - Parameters:
    ///   - priority: A string, a number or the back end's time; `nil` for none.
    ///   - completion: Called once on the main queue when the write settles; without it, the diagnostics receive an
    ///     error.
    @available(
        *, deprecated, message: "the dialect writes no priorities, order by a child; see Migration/LegacyToCallback.md"
    )
    public func setPriority(_ priority: Any?, _ completion: (@MainActor (_ error: WebcomError?) -> Void)? = nil) {
        legacy.setPriority(priority, completion)
    }

    /// Replaces the priority; no effect on an empty node.
    ///
    /// - Parameters:
    ///   - priority: A string, a number or the back end's time; `nil` for none.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called once when the write settles.
    @available(
        *, deprecated, message: "the dialect writes no priorities, order by a child; see Migration/LegacyToCallback.md"
    )
    public func setPriority(
        _ priority: Any?, queue: DispatchQueue?, _ completion: @escaping @Sendable (_ error: WebcomError?) -> Void
    ) {
        legacy.setPriority(priority, queue: queue, completion)
    }
}
