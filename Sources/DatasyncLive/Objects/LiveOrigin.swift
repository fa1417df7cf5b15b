/// The origin of a change of a live object or collection.
public enum LiveOrigin: String, Sendable {
    /// A local write, or a call of a method of the object.
    case local
    /// The back end: its responses, and the writes of other clients.
    case backEnd
}
