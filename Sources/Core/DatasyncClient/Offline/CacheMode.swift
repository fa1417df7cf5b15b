public import Foundation

/// The data that a client keeps beyond its subscriptions, and beyond its own end.
///
/// With any mode except ``no``, a new subscription to cached data receives them at once. The back end sends the data again only
/// if they have changed.
///
/// ```swift
/// var configuration = WebcomConfiguration(identifier: "shop", platform: .server(url))
/// configuration.cacheMode = .automatic(at: directory)
/// ```
public enum CacheMode: Hashable, Sendable {
    /// Keeps the data of ended subscriptions in memory, for reads without a connection.
    case no
    /// Starts with cached data from an earlier ``WebcomApplication/cache``, and keeps data in memory.
    case initialized(String)
    /// Keeps data in memory; ``WebcomApplication/saveCache()`` saves them as text.
    case manualSaving
    /// Keeps cached data and pending writes in a directory, where they survive the end of the process.
    ///
    /// A write is on the disk before it is sent; if it gets no response, the next process sends it again. The directory, whose
    /// parent must exist, belongs to one client at a time: for another client every operation fails with `unavailable`, until
    /// it can open the directory. The directory is bound to the application and its platform: see
    /// ``WebcomConfiguration/adoptStore``. Making the client blocks until the whole store has been read, but it does not wait
    /// while an earlier client of this process closes it.
    ///
    /// `maximumBytes` limits the cached data; the least recently used data are removed. Pending writes do not count.
    case automatic(at: URL, maximumBytes: Int = 100 << 20)
}

extension CacheMode: CustomStringConvertible {
    /// The name of the case, with the directory; never cached data.
    public var description: String {
        switch self {
        case .no: "no"
        case .initialized(let text): "initialized(\(text.utf8.count) bytes)"
        case .manualSaving: "manualSaving"
        case .automatic(let directory, let maximumBytes):
            "automatic(at: \(directory.path), maximumBytes: \(maximumBytes))"
        }
    }
}
