import DatasyncLegacy

/// Shows the next three messages each time the user presses the button.
@MainActor
final class PaginationLegacy: MigrationPair {
    private let messages: Webcom
    private let tell: Tell
    private var last: String?

    init(application: WebcomApplication, tell: @escaping Tell) {
        messages = Webcom(application).child("messages")
        self.tell = tell
    }

    func act() {
        // Bounds are included, so each further page begins with the last message of the page before.
        let page = last.map { messages.startAt($0).limit(4) } ?? messages.startAt().limit(3)
        page.once("value") { [weak self] snapshot, _ in
            self?.show(snapshot.children)
        }
    }

    private func show(_ page: [DataSnapshot]) {
        let fresh = page.filter { $0.name() != last }
        last = fresh.last?.name() ?? last
        let texts = fresh.map { $0.val() as? String ?? "" }
        tell(texts.isEmpty ? "no more" : texts.joined(separator: ", "))
    }
}
