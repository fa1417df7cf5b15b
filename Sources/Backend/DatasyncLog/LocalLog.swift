/// A log in this process, which answers at once.
package protocol LocalLog: CommitLog {
    func latestPosition(of namespace: Namespace) -> Position?
    func latestSnapshot(of namespace: Namespace) -> Snapshot?
}
