import DatasyncAsync

/// Shows the next three messages each time the user presses the button.
@MainActor
final class PaginationAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell
    private var last: WebcomKey?

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func act() {
        guard let messages = manager / "messages" else { return }
        // Bounds are included, so each further page begins with the last message of the page before.
        let page = last.map { DatasyncChildrenConstraint.startAt(key: $0, limit: 4) } ?? .first(limit: 3)
        Task { [weak self] in
            // The first list is the complete page. Leaving the sequence ends its subscription.
            for try await rows in messages.children(as: String.self, childrenConstraint: page) {
                self?.show(rows)
                break
            }
        }
    }

    private func show(_ page: [DatasyncRow<String>]) {
        let fresh = page.filter { $0.key != last }
        last = fresh.last?.key ?? last
        tell(fresh.isEmpty ? "no more" : fresh.map(\.value).joined(separator: ", "))
    }
}
