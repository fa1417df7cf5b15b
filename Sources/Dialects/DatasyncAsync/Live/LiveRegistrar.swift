import DatasyncConcurrency
import Observation

/// The connection of a live object to Observation; its whole state counts as one tracked property.
final class LiveRegistrar<Subject: Observable & AnyObject & Sendable>: Sendable {
    private let registrar = ObservationRegistrar()
    private let weak = Guarded(WeakReference<Subject>())

    /// The tracked object; set after its creation.
    var object: Subject? {
        get { weak.withLock(\.object) }
        set { weak.withLock { $0.object = newValue } }
    }

    /// Records a read of the published state.
    func access<Member>(_ object: Subject, _ member: KeyPath<Subject, Member>) {
        registrar.access(object, keyPath: member)
    }

    /// Wraps each mutation of the published state.
    func publish<Member>(_ member: KeyPath<Subject, Member>, _ change: () -> Void) {
        guard let object else { return change() }
        registrar.withMutation(of: object, keyPath: member, change)
    }
}
