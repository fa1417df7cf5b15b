package import DatasyncLog
package import DatasyncTree
import DatasyncWire

/// Entries of tools and of a log itself, which are not those of a session.
extension LogEntry {
    /// Creates the entry that replaces a node.
    package static func write(_ node: Node, at path: Path, run: UInt64) -> LogEntry {
        LogEntry(.ownerWrite(.set(WriteValue(node), at: path)), run: run)
    }

    /// Creates the entry that replaces the rules.
    package static func replaceRules(_ rules: RulesDocument, run: UInt64) -> LogEntry {
        LogEntry(.setRules(rules), run: run)
    }

    /// Creates an entry that changes nothing.
    package static func mark(run: UInt64) -> LogEntry { LogEntry(.startRun, run: run) }

    /// Creates the entry that ends a run whose server is gone, in a namespace in which it was present.
    ///
    /// It can be appended without the state of the namespace, and more than once: only the first one has an effect.
    package static func endOfRun(_ run: UInt64) -> LogEntry { LogEntry(.closeRun(run), run: run) }

    private init(_ change: Change, run: UInt64) {
        self.init(
            Origin(session: SessionName(run: run, number: 0)), DatabaseEntry(change, lowestUnanswered: 0))
    }
}
