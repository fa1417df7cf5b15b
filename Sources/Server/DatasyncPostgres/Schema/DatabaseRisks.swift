#if Postgres
    /// Settings of a database with which acknowledged writes can be lost.
    enum DatabaseRisks {
        /// Returns a message for each risk in the settings that `AppendStatements.check` reads.
        static func messages(in reply: DatabaseReply) -> [String] {
            var messages: [String] = []
            if reply.text(0, 3) == "off" {
                messages.append(
                    "The database syncs nothing to its disk (fsync is off): if its machine fails, acknowledged writes are lost "
                        + "and the tables may be damaged. Set fsync to on, unless the data are for a trial.")
            }
            if let standbys = reply.integer(0, 5), standbys > 0, reply.text(0, 4) == "" {
                messages.append(
                    "The database has \(standbys == 1 ? "a standby" : "\(standbys) standbys") and waits for none: if a standby "
                        + "takes its place, the last acknowledged writes may be lost. Name the standbys in "
                        + "synchronous_standby_names.")
            }
            return messages
        }
    }
#endif
