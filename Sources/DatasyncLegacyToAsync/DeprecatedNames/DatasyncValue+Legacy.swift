import DatasyncAsync
import DatasyncClient
import DatasyncLegacy

extension DatasyncValue {
    /// The value of a snapshot of the dialect of string events.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot.
    ///   - application: What decodes the value; one of the same client if it is gone.
    init(_ snapshot: DatasyncLegacy.DataSnapshot, of application: WebcomApplication?) {
        self.init(
            snapshot.value, application: application ?? WebcomApplication(client: snapshot.value.location.client))
    }
}
