package import DatasyncLive

/// What a live source shows at one moment: the record, and what a dialect makes of it.
package struct LiveShown<Model: Sendable>: Sendable {
    package internal(set) var record: LiveRecord
    package let model: Model
    /// What went wrong, while it is so.
    package internal(set) var error: WebcomError?

    init(record: LiveRecord, model: Model) {
        self.record = record
        self.model = model
    }
}
