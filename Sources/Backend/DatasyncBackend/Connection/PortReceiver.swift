import DatasyncConcurrency
package import DatasyncWire

/// The receiver of a port's events.
package protocol PortReceiver: AnyObject, Sendable {
    /// Receives an event; called in order, one call at a time.
    func receive(_ event: LinkEvent)

    /// Whether one receiver may take the place of this one and others for a push to several ports.
    var canJoin: Bool { get }
}

extension PortReceiver {
    package var canJoin: Bool { false }
}

/// A receiver that calls a closure.
final class ClosureReceiver: PortReceiver {
    private let closure: ApplicationOwned<@Sendable (LinkEvent) -> Void>

    init(_ closure: @escaping @Sendable (LinkEvent) -> Void) { self.closure = ApplicationOwned(closure) }

    func receive(_ event: LinkEvent) { closure.value(event) }
}
