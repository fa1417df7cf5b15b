/// The result of a change of registrations: listens to start, then listens to stop.
package struct ListenChanges: Sendable {
    package var started: [Listen] = []
    package var stopped: [Listen] = []

    package init() {}
}
