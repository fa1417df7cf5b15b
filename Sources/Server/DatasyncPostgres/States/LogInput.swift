#if Postgres
    import DatasyncConcurrency
    import DatasyncLog

    /// An input of ``LogState``.
    enum LogInput: Sendable {
        case append(PendingAppend, LogNamespace)
        case follow(LogFollower, id: Int, after: LogPosition?)
        case cancel(Int)
        /// Followers have received events with these bytes.
        case received([(id: Int, byteCount: Int)])
        case ask(LogNamespace, ApplicationOwned<FollowState.Answer>)
        case job(DatabaseJob)
        /// Asks for the batch that a follower has received, at or after a number, and its own number.
        case locate(LogNamespace, Int64, ApplicationOwned<@Sendable (Int64?, BatchIdentity?) -> Void>)
        case stored(LogNamespace)
        /// This server has no session in a namespace any more; asks for the bytes of the records after its snapshot.
        case settled(LogNamespace, ApplicationOwned<@Sendable (Int) -> Void>)
        case drain(Bool)
        case close(ApplicationOwned<@Sendable () -> Void>)
        case connected(DatabaseRole)
        case replied(DatabaseRole, DatabaseReply, isDoubtful: Bool)
        case failed(DatabaseRole, DatabaseFailure)
        case lost(DatabaseRole, DatabaseFailure)
        /// Something has happened on a connection to another server.
        case peer(HintState.Input)
        /// Time has passed.
        case tick
    }
#endif
