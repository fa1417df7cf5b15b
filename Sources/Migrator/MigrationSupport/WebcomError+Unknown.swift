package import DatasyncClient

extension WebcomError {
    /// Creates the error for a read without a connection and without cached data.
    package init(unknownValueAt path: String) {
        self.init(
            .unavailable, at: path,
            "The value at \(path) is not known: there is no connection, and the cache does not hold it. Read it when the "
                + "connection is back.")
    }
}
