/// The listens to start, and then to stop, after registrations have changed.
package struct ListenChanges: Sendable {
    package var started: [Listen] = []
    package var stopped: [Listen] = []

    package init() {}
}
