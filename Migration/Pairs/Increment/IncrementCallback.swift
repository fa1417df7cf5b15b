import DatasyncCallback

/// Counts a like and shows the new number of likes.
@MainActor
final class IncrementCallback: MigrationPair {
    private let likes: Webcom.ServerlessDbNode
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        likes = Webcom.App(application).serverlessDb.rootNode.relativeNode("likes")
        self.tell = tell
    }

    func act() {
        likes.increment().done { [tell] count in
            tell("\(Int(count)) likes")
        }
        .catch { [tell] error in
            guard let error = error as? WebcomError else { return }
            tell("not counted: \(error.code)")
        }
    }
}
