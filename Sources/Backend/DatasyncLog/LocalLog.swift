/// A log in this process, which answers at once.
package protocol LocalLog: CommitLog {
    func latestPosition(of namespace: LogNamespace) -> LogPosition?
    func hasSnapshot(of namespace: LogNamespace) -> Bool
}
