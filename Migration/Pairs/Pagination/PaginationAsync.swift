import DatasyncAsync

/// Shows the next three messages, each time the button is pressed.
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
        // Bounds are included, so a further page begins with the message that is shown already.
        let page = last.map { DatasyncChildrenConstraint.startAt(key: $0, limit: 4) } ?? .first(limit: 3)
        Task { [weak self] in
            // The first list is the page as it is; then the sequence is left, which ends its subscription.
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
