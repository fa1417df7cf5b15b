import DatasyncTree
import DatasyncWire

/// A change of the shared state: the content of an entry.
enum Change: Sendable {
    /// Executes a write; with a hash, only if the value at its path has it and the session may read that value.
    case write(Write, expectedHash: String?)
    /// Executes a write of the owner of the data, who is not subject to rules.
    case ownerWrite(Write)
    /// Consumes the number of a write that was refused before it was appended.
    ///
    /// The reason is empty, except in entries of earlier versions: it may quote the write.
    case refused(Status, reason: String = "")
    /// Adds an on-disconnect write without removing the ones it covers, as earlier versions of the library did.
    case registerOnDisconnect(Write)
    /// Adds an on-disconnect write, and removes the parts of earlier ones that it covers.
    case replaceOnDisconnect(Write)
    /// Cancels the on-disconnect writes of the session at and below a path.
    case cancelOnDisconnect(Path)
    /// Records the principal of the session; a client without a user signs out.
    case signIn(Principal)
    /// Ends the session, and executes its on-disconnect writes.
    case closeSession
    /// Ends all sessions of a run; later entries of that run have no effect.
    case closeRun(UInt64)
    /// Marks the position in the log from which a server takes part.
    case startRun
    case setRules(RulesDocument)
    case setLimits(Limits)
}
