import DatasyncLegacy

/// Takes one of three seats, unless other users have taken them all.
@MainActor
final class TransactionLegacy: MigrationPair {
    private let seats: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        seats = Webcom(application).child("seats")
        self.tell = tell
    }

    func act() {
        seats.transaction({ current in
            let free = current as? Int ?? 3
            return free > 0 ? free - 1 : nil
        }) { [tell] error, committed, snapshot in
            if let error {
                tell("refused: \(error.code)")
            } else if committed {
                tell("taken, \(snapshot?.val() as? Int ?? 0) left")
            } else {
                tell("sold out")
            }
        }
    }
}
