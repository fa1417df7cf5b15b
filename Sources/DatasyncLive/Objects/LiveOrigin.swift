/// Who caused a change of a live object or collection.
public enum LiveOrigin: String, Sendable {
    /// This client, by a write or by a call of the object.
    case local
    /// The back end: its answers, and what other clients wrote.
    case backEnd
}
