import DatasyncCallback
import DatasyncLegacy

extension Webcom.DataSnapshot {
    /// The snapshot of the dialect of string events, as this dialect shows it.
    init(_ snapshot: DatasyncLegacy.DataSnapshot) {
        self.init(snapshot.value, event: snapshot.kind.map { Webcom.ReceivedEvent(kind: .event($0)) } ?? .none)
    }
}
