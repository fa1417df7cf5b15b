import DatasyncCallback

/// Takes one of three seats, unless other users have taken them all.
@MainActor
final class TransactionCallback: MigrationPair {
    private let seats: Webcom.ServerlessDbNode
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        seats = Webcom.App(application).serverlessDb.rootNode.relativeNode("seats")
        self.tell = tell
    }

    func act() {
        seats.transaction { current in
            let free = current.val() as? Int ?? 3
            return free > 0 ? free - 1 : nil
        }
        .done { [tell] result in
            tell(result.committed ? "taken, \(result.snapshot.val() as? Int ?? 0) left" : "sold out")
        }
        .catch { [tell] error in
            guard let error = error as? WebcomError else { return }
            tell("refused: \(error.code)")
        }
    }
}
