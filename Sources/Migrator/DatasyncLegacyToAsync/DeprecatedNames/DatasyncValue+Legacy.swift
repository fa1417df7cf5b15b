import DatasyncAsync
import DatasyncClient
import DatasyncLegacy

extension DatasyncValue {
    /// Creates the value of a snapshot of the legacy dialect.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot.
    ///   - application: The application that decodes the value; if `nil`, a new application of the same client.
    init(_ snapshot: DatasyncLegacy.DataSnapshot, of application: WebcomApplication?) {
        self.init(
            snapshot.value, application: application ?? WebcomApplication(client: snapshot.value.location.client))
    }
}
