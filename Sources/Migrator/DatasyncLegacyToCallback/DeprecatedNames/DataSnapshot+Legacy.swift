import DatasyncCallback
import DatasyncLegacy

extension Webcom.DataSnapshot {
    /// Creates a snapshot from one of the legacy dialect.
    init(_ snapshot: DatasyncLegacy.DataSnapshot) {
        self.init(snapshot.value, event: snapshot.kind.map { Webcom.ReceivedEvent(kind: .event($0)) } ?? .none)
    }
}
