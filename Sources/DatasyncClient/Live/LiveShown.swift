package import DatasyncLive

/// The published state of a live source: the record, the model of the dialect, and the error.
package struct LiveShown<Model: Sendable>: Sendable {
    package internal(set) var record: LiveRecord
    package let model: Model
    /// The error; `nil` without one.
    package internal(set) var error: WebcomError?

    init(record: LiveRecord, model: Model) {
        self.record = record
        self.model = model
    }
}
