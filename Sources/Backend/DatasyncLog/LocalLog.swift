/// A log in this process, which answers at once.
package protocol LocalLog: CommitLog {
    func latestPosition(of namespace: Namespace) -> Position?
    func hasSnapshot(of namespace: Namespace) -> Bool
}
