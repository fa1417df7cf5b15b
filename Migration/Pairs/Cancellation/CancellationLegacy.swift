import DatasyncLegacy

/// Greets each guest until the screen disappears, and counts the guests until two have arrived.
@MainActor
final class CancellationLegacy: MigrationPair {
    private let guests: Webcom
    private let tell: Tell
    private var counting: Listener?

    init(application: WebcomApplication, tell: @escaping Tell) {
        guests = Webcom(application).child("guests")
        self.tell = tell
    }

    func start() {
        guests.on("child_added") { [tell] snapshot, _ in
            tell("welcome \(snapshot.name() ?? "")")
        }
        counting = guests.on("value") { [weak self] snapshot, _ in
            self?.count(snapshot.numChildren())
        }
    }

    /// Ends all listeners of the node, including those of other code in this application.
    func stop() { guests.off() }

    private func count(_ number: Int) {
        tell("\(number) guests")
        if number >= 2 { guests.off("value", counting) }  // ends only this listener
    }
}
