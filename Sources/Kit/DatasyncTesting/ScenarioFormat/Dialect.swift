/// A dialect of the library.
public enum Dialect: String, Sendable, CaseIterable {
    /// String events.
    case legacy
    /// Event descriptors and callbacks.
    case callback
    /// Swift concurrency.
    case async
}
