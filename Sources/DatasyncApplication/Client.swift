package import DatasyncEngine
import DatasyncLocking
package import DatasyncWire
package import Dispatch

/// One client of an application: its engine, and where its callbacks go.
///
/// All handles of a named application share one.
package final class Client: Sendable {
    package typealias Diagnostics = @Sendable (WebcomError) -> Void

    private struct Settings: Sendable {
        var defaultQueue = DispatchQueue.main
        var diagnostics: Diagnostics
        /// The mailboxes in use, by their queues.
        var mailboxes: [QueueIdentity: WeakMailbox] = [:]
    }

    /// The client as its engine finds it, which is made before it.
    private final class SelfReference: Sendable {
        private struct Weak: Sendable {
            weak var client: Client?
        }

        private let guarded = Guarded(Weak())

        var client: Client? {
            get { guarded.withLock(\.client) }
            set { guarded.withLock { $0.client = newValue } }
        }
    }

    private struct WeakMailbox: Sendable {
        weak var mailbox: Mailbox?
    }

    package let identifier: String
    package let engine: Engine
    /// The subscriptions that nobody outside has to hold.
    package let listeners = ListenerTable()
    /// The values that did not survive encoding, reported once each.
    let reportedLosses = ReportedLosses()
    private let settings: Guarded<Settings>
    private let observers: Observers

    /// Where the engine's connection states go; of its own so that the engine need not know the client.
    private final class Observers: Sendable {
        final class Observer: Sendable {
            private let changed: @Sendable (ConnectionState) -> Void
            let ended: @Sendable () -> Void
            private let last = Guarded<ConnectionState?>(nil)

            init(
                changed: @escaping @Sendable (ConnectionState) -> Void, ended: @escaping @Sendable () -> Void
            ) {
                self.changed = changed
                self.ended = ended
            }

            /// Tells of a state, unless it is the one that was told last.
            func tell(_ state: ConnectionState) {
                let isNew = last.withLock { last in
                    defer { last = state }
                    return last != state
                }
                if isNew { changed(state) }
            }
        }

        let current = Guarded<(last: Int, observers: [Int: Observer])>((0, [:]))

        private var inOrder: [Observer] {
            current.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }
        }

        func tell(_ state: ConnectionState) {
            for observer in inOrder { observer.tell(state) }
        }

        func end() {
            for observer in inOrder { observer.ended() }
        }
    }

    package init(
        identifier: String, link: any Link, outlivesHandles: Bool,
        clock: @escaping @Sendable () -> Double = SystemClock.milliseconds,
        random: @escaping @Sendable () -> UInt64 = SystemClock.randomBits
    ) {
        self.identifier = identifier
        let observers = Observers()
        self.observers = observers
        settings = Guarded(Settings(diagnostics: Self.printDiagnostic))
        let me = SelfReference()
        let client: @Sendable () -> Engine.Owner? = {
            guard let client = me.client else { return nil }
            return client
        }
        let owner = outlivesHandles ? client : nil
        engine = Engine(
            link: link, clock: clock, random: random, owner: owner
        ) { observers.tell($0) }
        me.client = self
        engine.enableConnection(true)
    }

    deinit { observers.end() }

    /// The queue of callbacks that name none.
    package var defaultQueue: DispatchQueue {
        get { settings.withLock(\.defaultQueue) }
        set { settings.withLock { $0.defaultQueue = newValue } }
    }

    /// Told of misuse that no other channel can report.
    package var diagnostics: Diagnostics {
        get { settings.withLock(\.diagnostics) }
        set {
            // The old one is let go of outside the lock: it may hold whatever tells the diagnostics when it goes.
            _ = settings.withLock { settings in
                defer { settings.diagnostics = newValue }
                return settings.diagnostics
            }
        }
    }

    /// The mailbox of a queue; of the default queue without one.
    package func mailbox(_ queue: DispatchQueue?) -> Mailbox {
        settings.withLock { settings in
            let queue = queue ?? settings.defaultQueue
            if let mailbox = settings.mailboxes[QueueIdentity(queue)]?.mailbox { return mailbox }
            settings.mailboxes = settings.mailboxes.filter { $0.value.mailbox != nil }
            let mailbox = Mailbox(queue: queue)
            settings.mailboxes[QueueIdentity(queue)] = WeakMailbox(mailbox: mailbox)
            return mailbox
        }
    }

    /// Observes the connection until the returned closure is called; told of the present state first.
    ///
    /// - Parameters:
    ///   - observer: Told of each state.
    ///   - ended: Called when the client goes away.
    /// - Returns: What ends the observation.
    package func observeConnection(
        _ observer: @escaping @Sendable (ConnectionState) -> Void, ended: @escaping @Sendable () -> Void = {}
    ) -> @Sendable () -> Void {
        let number = observers.current.withLock { current in
            current.last += 1
            current.observers[current.last] = Observers.Observer(changed: observer, ended: ended)
            return current.last
        }
        // Through the engine, so that it comes in its place among the changes.
        engine.announceConnection()
        return { [observers] in observers.current.withLock { $0.observers[number] = nil } }
    }

    @Sendable private static func printDiagnostic(_ error: WebcomError) {
        StandardError.write("datasync: \(error)\n")
    }
}
