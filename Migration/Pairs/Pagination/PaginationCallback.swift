import DatasyncCallback

/// Shows the next three messages each time the user presses the button.
@MainActor
final class PaginationCallback: MigrationPair {
    private let messages: Webcom.ServerlessDbNode
    private let tell: Tell
    private var last: String?

    init(application: WebcomApplication, tell: @escaping Tell) {
        messages = Webcom.App(application).serverlessDb.rootNode.relativeNode("messages")
        self.tell = tell
    }

    func act() {
        // Bounds are included, so each further page begins with the last message of the page before.
        messages.get(last.map { .StartAt($0, 4) } ?? .First(3))
            .done { [weak self] snapshot in self?.show(snapshot.children) }
            .catch { [tell] error in tell("\(error)") }
    }

    private func show(_ page: [Webcom.DataSnapshot]) {
        let fresh = page.filter { $0.node.key != last }
        last = fresh.last?.node.key ?? last
        let texts = fresh.map { $0.val() as? String ?? "" }
        tell(texts.isEmpty ? "no more" : texts.joined(separator: ", "))
    }
}
