/// The users of a log beside a back end.
package enum LogUsers: Sendable {
    /// None. All other runs in the log have ended when the back end starts.
    case none
    /// Other back ends of this process, which have the same run. All other runs have ended.
    case process
    /// Other servers. They end each other's runs when a server no longer answers.
    case servers

    /// Whether a start ends all other runs.
    var startEndsRuns: Bool { if case .servers = self { false } else { true } }

    /// Whether the log may have records that others have acknowledged and this back end has not received.
    package var mayBeAhead: Bool { if case .none = self { false } else { true } }
}
