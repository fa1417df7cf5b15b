#if Postgres
    import DatasyncConcurrency
    import DatasyncLog

    /// A statement that a caller waits for.
    struct DatabaseJob: Sendable {
        let statement: DatabaseStatement
        let completion: ApplicationOwned<@Sendable (Result<DatabaseReply, LogError>) -> Void>
    }
#endif
