#if Postgres
    import DatasyncConcurrency
    import DatasyncLog

    /// An append that has not been sent yet.
    struct PendingAppend: Sendable {
        let entries: [LogEntry]
        let byteCount: Int
        let lost: ApplicationOwned<@Sendable (String) -> Void>
    }
#endif
