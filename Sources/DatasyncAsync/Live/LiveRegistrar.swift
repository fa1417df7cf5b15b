import DatasyncConcurrency
import Observation

/// Tells those who track a live object of each change of what it shows: all of it is one property to them.
final class LiveRegistrar<Subject: Observable & AnyObject & Sendable>: Sendable {
    private struct Weak: Sendable {
        weak var object: Subject?
    }

    private let registrar = ObservationRegistrar()
    private let weak = Guarded(Weak())

    /// The object that is tracked; set once it is made.
    var object: Subject? {
        get { weak.withLock(\.object) }
        set { weak.withLock { $0.object = newValue } }
    }

    /// Notes that somebody reads what an object shows.
    func access<Member>(_ object: Subject, _ member: KeyPath<Subject, Member>) {
        registrar.access(object, keyPath: member)
    }

    /// Runs a change of what the object shows.
    func publish<Member>(_ member: KeyPath<Subject, Member>, _ change: () -> Void) {
        guard let object else { return change() }
        registrar.withMutation(of: object, keyPath: member, change)
    }
}
