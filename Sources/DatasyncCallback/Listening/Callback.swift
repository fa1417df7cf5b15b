import DatasyncClient
import DatasyncConcurrency
public import Dispatch

extension Webcom {
    /// What is called for events.
    ///
    /// One callback may be subscribed to several nodes.
    public final class Callback: Sendable {
        /// Called with a snapshot and the previous child key.
        typealias Body = @Sendable (DataSnapshot, String?) -> Void
        /// Called at the end of a subscription; returns a cache policy.
        typealias Ending = @Sendable (WebcomError?) -> CachePolicy?

        /// The closure for the end of a subscription, and its queue.
        ///
        /// No tuple: Swift 6.3 leaks a tuple that is read through an optional chain.
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
        /// Whether the application named the queue; otherwise the body is one of the main actor.
        let namesQueue: Bool
        let policy: CachePolicy
        let guarded = Guarded(Settings())

        private init(_ body: @escaping Body, _ queue: DispatchQueue?, namesQueue: Bool = true, _ policy: CachePolicy) {
            self.body = body
            self.queue = queue
            self.namesQueue = namesQueue
            self.policy = policy
        }

        /// A callback on the main queue.
        ///
        /// - Parameters:
        ///   - policy: What becomes of the cached data when a subscription ends.
        ///   - body: Called with the snapshot and, for additions and changes, the key of the child before.
        public convenience init(
            policy: CachePolicy = Webcom.KEEP,
            _ body: @escaping @MainActor (_ snapshot: DataSnapshot, _ previousChildKey: String?) -> Void
        ) {
            self.init(onMain(body), .main, namesQueue: false, policy)
        }

        /// A callback on the main queue that needs no key of the child before.
        ///
        /// - Parameters:
        ///   - policy: What becomes of the cached data when a subscription ends.
        ///   - body: Called with the snapshot.
        public convenience init(
            policy: CachePolicy = Webcom.KEEP, _ body: @escaping @MainActor (_ snapshot: DataSnapshot) -> Void
        ) {
            self.init(policy: policy) { snapshot, _ in body(snapshot) }
        }

        /// A callback on a queue.
        ///
        /// - Parameters:
        ///   - queue: Where the body is called; the application's default queue when `nil`.
        ///   - policy: What becomes of the cached data when a subscription ends.
        ///   - body: Called with the snapshot and, for additions and changes, the key of the child before.
        public convenience init(
            queue: DispatchQueue?, policy: CachePolicy = Webcom.KEEP,
            _ body: @escaping @Sendable (_ snapshot: DataSnapshot, _ previousChildKey: String?) -> Void
        ) {
            self.init(body, queue, policy)
        }

        /// A callback on a queue that needs no key of the child before.
        ///
        /// - Parameters:
        ///   - queue: Where the body is called; the application's default queue when `nil`.
        ///   - policy: What becomes of the cached data when a subscription ends.
        ///   - body: Called with the snapshot.
        public convenience init(
            queue: DispatchQueue?, policy: CachePolicy = Webcom.KEEP,
            _ body: @escaping @Sendable (_ snapshot: DataSnapshot) -> Void
        ) {
            self.init({ snapshot, _ in body(snapshot) }, queue, policy)
        }

        var settings: Settings { guarded.withLock(\.self) }

        /// Has the callback called for acknowledgements too, in subscriptions made from now on.
        @discardableResult
        public func includeAcknowledgements() -> Callback {
            change { $0.includesAcknowledgements = true }
        }

        /// Has the callback called for the first event alone, in subscriptions made from now on.
        package func forFirstEvent() -> Callback {
            change { $0.isOnce = true }
        }

        /// Has a closure called at the end of a subscription, in place of the callback itself; on the main queue.
        ///
        /// - Parameter body: Called with `nil` when the application ended it, else with the reason. May answer a cache policy,
        ///   which then counts instead of the callback's own.
        /// - Returns: The callback itself.
        @discardableResult
        public func onCanceled<Answer>(_ body: @escaping @MainActor (_ error: WebcomError?) -> Answer) -> Callback {
            replaceEnding(
                EndingObserver(queue: .main) { error in MainActor.assumeIsolated { body(error) as? CachePolicy } })
        }

        /// Has a closure called at the end of a subscription, in place of the callback itself; on a queue.
        ///
        /// - Parameters:
        ///   - queue: Where the closure is called; the application's default queue when `nil`.
        ///   - body: As above.
        /// - Returns: The callback itself.
        @discardableResult
        public func onCanceled<Answer>(
            queue: DispatchQueue?, _ body: @escaping @Sendable (_ error: WebcomError?) -> Answer
        ) -> Callback {
            replaceEnding(EndingObserver(queue: queue) { error in body(error) as? CachePolicy })
        }

        private func replaceEnding(_ new: EndingObserver) -> Callback {
            change { $0.onCanceled = ApplicationOwned(new) }
        }

        /// Changes the settings, and releases what was replaced outside the lock.
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

extension Webcom.Callback: CustomStringConvertible, CustomDebugStringConvertible {
    /// The queue and the cache policy.
    public var description: String { "Callback(\(queue?.label ?? "default queue"), \(policy))" }

    /// The description.
    public var debugDescription: String { description }
}
