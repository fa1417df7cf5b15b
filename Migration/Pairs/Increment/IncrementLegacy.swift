import DatasyncLegacy

/// Counts a like and shows the new number of likes.
@MainActor
final class IncrementLegacy: MigrationPair {
    private let likes: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        likes = Webcom(application).child("likes")
        self.tell = tell
    }

    func act() {
        likes.increment { [likes, tell] error in
            if let error { return tell("not counted: \(error.code)") }
            // The completion does not carry the new number.
            likes.once("value") { snapshot, _ in
                tell("\(snapshot.val() as? Int ?? 0) likes")
            }
        }
    }
}
