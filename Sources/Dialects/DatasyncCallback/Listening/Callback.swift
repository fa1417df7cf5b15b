import DatasyncClient
import DatasyncConcurrency
public import Dispatch

extension Webcom {
    /// A closure for events, with its delivery queue and its cache policy.
    ///
    /// ```swift
    /// let contacts = Webcom.App("contacts-app").serverlessDb.rootNode.relativeNode("contacts")
    /// let callback = Webcom.Callback { snapshot, previousKey in print(snapshot.node.path, previousKey ?? "first") }
    ///     .includeAcknowledgements()
    ///     .onCanceled { error in print(error?.message ?? "cancelled") }
    /// contacts.subscribe(Webcom.Event.Child, callback)
    /// ```
    ///
    /// One callback can be subscribed to several nodes. Each subscription retains it until the subscription ends.
    public final class Callback: Sendable {
        /// The closure for events: receives a snapshot and the key of the previous child.
        typealias Body = @Sendable (DataSnapshot, String?) -> Void
        /// The closure for the end of a subscription; returns a cache policy, or `nil` for the callback's own.
        typealias Ending = @Sendable (WebcomError?) -> CachePolicy?

        /// The closure for the end of a subscription, and its queue.
        ///
        /// A struct, because Swift 6.3 leaks a tuple that is read through an optional chain.
        struct EndingObserver: Sendable {
            let queue: DispatchQueue?
            let body: Ending
        }

        struct Settings: Sendable {
            var includesAcknowledgements = false
            var isOnce = false
            var onCanceled: ApplicationOwned<EndingObserver>?
            var onRevoked: ApplicationOwned<Revocations>?
        }

        let body: Body
        let queue: DispatchQueue?
        /// Whether the application named the queue; otherwise the body runs on the main actor.
        let namesQueue: Bool
        let policy: CachePolicy
        let guarded = Guarded(Settings())

        private init(_ body: @escaping Body, _ queue: DispatchQueue?, namesQueue: Bool = true, _ policy: CachePolicy) {
            self.body = body
            self.queue = queue
            self.namesQueue = namesQueue
            self.policy = policy
        }

        /// Creates a callback that runs on the main queue.
        ///
        /// - Parameters:
        ///   - policy: The cache policy that applies when a subscription ends.
        ///   - body: Called with the snapshot and, for child events except removals, the key of the previous child.
        public convenience init(
            policy: CachePolicy = Webcom.KEEP,
            _ body: @escaping @MainActor (_ snapshot: DataSnapshot, _ previousChildKey: String?) -> Void
        ) {
            self.init(onMain(body), .main, namesQueue: false, policy)
        }

        /// Creates a callback that receives only snapshots and runs on the main queue.
        ///
        /// - Parameters:
        ///   - policy: The cache policy that applies when a subscription ends.
        ///   - body: Called with the snapshot.
        public convenience init(
            policy: CachePolicy = Webcom.KEEP, _ body: @escaping @MainActor (_ snapshot: DataSnapshot) -> Void
        ) {
            self.init(policy: policy) { snapshot, _ in body(snapshot) }
        }

        /// Creates a callback that runs on a queue.
        ///
        /// - Parameters:
        ///   - queue: The delivery queue; the application's default queue when `nil`.
        ///   - policy: The cache policy that applies when a subscription ends.
        ///   - body: Called with the snapshot and, for child events except removals, the key of the previous child.
        public convenience init(
            queue: DispatchQueue?, policy: CachePolicy = Webcom.KEEP,
            _ body: @escaping @Sendable (_ snapshot: DataSnapshot, _ previousChildKey: String?) -> Void
        ) {
            self.init(body, queue, policy)
        }

        /// Creates a callback that receives only snapshots and runs on a queue.
        ///
        /// - Parameters:
        ///   - queue: The delivery queue; the application's default queue when `nil`.
        ///   - policy: The cache policy that applies when a subscription ends.
        ///   - body: Called with the snapshot.
        public convenience init(
            queue: DispatchQueue?, policy: CachePolicy = Webcom.KEEP,
            _ body: @escaping @Sendable (_ snapshot: DataSnapshot) -> Void
        ) {
            self.init({ snapshot, _ in body(snapshot) }, queue, policy)
        }

        var settings: Settings { guarded.withLock(\.self) }

        /// Adds acknowledgements to the events of later subscriptions.
        ///
        /// - Returns: The callback itself.
        @discardableResult
        public func includeAcknowledgements() -> Callback {
            change { $0.includesAcknowledgements = true }
        }

        /// Limits later subscriptions to their first event.
        package func forFirstEvent() -> Callback {
            change { $0.isOnce = true }
        }

        /// Registers a closure for the end of a subscription, called on the main queue.
        ///
        /// It replaces the final call of the callback's own body, and an earlier closure. It is not called for revocations that
        /// the event descriptor excludes.
        ///
        /// - Parameter body: Called with `nil` after a cancellation by the application, otherwise with the error. A cache
        ///   policy that it returns replaces the callback's own.
        /// - Returns: The callback itself.
        @discardableResult
        public func onCanceled<Policy>(_ body: @escaping @MainActor (_ error: WebcomError?) -> Policy) -> Callback {
            replaceEnding(
                EndingObserver(queue: .main) { error in MainActor.assumeIsolated { body(error) as? CachePolicy } })
        }

        /// Registers a closure for the end of a subscription, called on a queue.
        ///
        /// It replaces the final call of the callback's own body, and an earlier closure. It is not called for revocations that
        /// the event descriptor excludes.
        ///
        /// - Parameters:
        ///   - queue: The delivery queue; the application's default queue when `nil`.
        ///   - body: Called with `nil` after a cancellation by the application, otherwise with the error. A cache policy that
        ///     it returns replaces the callback's own.
        /// - Returns: The callback itself.
        @discardableResult
        public func onCanceled<Policy>(
            queue: DispatchQueue?, _ body: @escaping @Sendable (_ error: WebcomError?) -> Policy
        ) -> Callback {
            replaceEnding(EndingObserver(queue: queue) { error in body(error) as? CachePolicy })
        }

        private func replaceEnding(_ new: EndingObserver) -> Callback {
            change { $0.onCanceled = ApplicationOwned(new) }
        }

        /// Changes the settings, and releases the old values outside the lock.
        func change(_ body: (inout Settings) -> Void) -> Callback {
            _ = guarded.withLock { settings in
                let old = settings
                body(&settings)
                return old
            }
            return self
        }
    }
}

extension Webcom.Callback: CustomStringConvertible {
    /// The queue and the cache policy.
    public var description: String { "Callback(\(queue?.label ?? "default queue"), \(policy))" }
}
