import DatasyncCallback

/// Greets each guest until the screen disappears, and counts the guests until two have arrived.
@MainActor
final class CancellationCallback: MigrationPair {
    private let guests: Webcom.ServerlessDbNode
    private let tell: Tell
    private let greeting: Webcom.Callback
    private var counting: Webcom.Callback?

    init(application: WebcomApplication, tell: @escaping Tell) {
        guests = Webcom.App(application).serverlessDb.rootNode.relativeNode("guests")
        self.tell = tell
        greeting = Webcom.Callback { snapshot in tell("welcome \(snapshot.node.key ?? "")") }.onCanceled { _ in }
    }

    func start() {
        let counting = Webcom.Callback { [weak self] snapshot in self?.count(snapshot.childCount) }.onCanceled { _ in }
        self.counting = counting
        guests.subscribe(Webcom.Event.Child.Addition, greeting)
        guests.subscribe(Webcom.Event.ValueChange, counting)
    }

    /// Ends both subscriptions, one by one: no call ends all subscriptions of a node.
    func stop() {
        for callback in [greeting, counting].compactMap(\.self) { guests.unsubscribe(callback) }
    }

    private func count(_ number: Int) {
        tell("\(number) guests")
        if number >= 2, let counting { guests.unsubscribe(counting) }
    }
}
