import DatasyncAsync
import Foundation

/// Counts a like and shows the new number of likes.
@MainActor
final class IncrementAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func act() {
        guard let likes = manager / "likes" else { return }
        Task { [tell] in
            do throws(WebcomError) {
                let count = try await likes.increment()
                tell("\(count.intValue) likes")
            } catch {
                tell("not counted: \(error.code)")
            }
        }
    }
}
