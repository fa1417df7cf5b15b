#if Server
    import NIOHTTP1

    extension DataRequest {
        /// Returns whether a read is answered with the data that this server has applied, without asking the log.
        func mayReadAtOnce(_ namespace: ServedNamespace) -> Bool { !namespace.isShared || options.isStale }
    }

    extension ServedNamespace {
        /// Waits until this server has applied all that others have acknowledged before a request, unless it may be stale.
        ///
        /// No effect if no other server uses the log.
        ///
        /// - Throws: ``RequestFailure`` with status 503 if the log does not answer in time.
        func waitUntilLatest(for request: DataRequest) async throws(RequestFailure) {
            // Before it has read the log, the server has nothing that could be stale.
            if !isShared || request.options.isStale && isRead { return }
            guard await !waitUntilLatest() else { return }
            throw RequestFailure(
                .serviceUnavailable,
                failure
                    ?? "The server could not read the latest data in time; send the request again, or read what it has with "
                    + "?stale=true.")
        }
    }
#endif
