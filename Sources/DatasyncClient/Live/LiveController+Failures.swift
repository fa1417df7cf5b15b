import DatasyncTree

extension LiveController {
    /// Reports the use of a disposed source to the diagnostics.
    ///
    /// `what`: The subject of the message.
    package func reportDisposal(at what: String) {
        location.client.diagnostics(
            WebcomError(
                .released, at: location.path.description,
                "\(what) of the live data at \(location.path) has no effect, as they were disposed of; make new ones."))
    }
}

extension WebcomError {
    static func pageSize(_ size: Int, at path: Path) -> WebcomError {
        WebcomError(
            .invalidConstraint, at: path.description,
            "A page of \(size) children of \(path) makes no sense; use a page size of 1 or more.")
    }
}
