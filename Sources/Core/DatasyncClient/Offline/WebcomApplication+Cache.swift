import DatasyncConcurrency
import DatasyncEngine
import Foundation

/// Cached data and restored writes.
extension WebcomApplication {
    /// The cached data as text, for starting a later client with ``CacheMode/initialized(_:)``.
    ///
    /// The text contains the user's data, for the same user only, and no pending writes. Its form may change with each version.
    /// It is `nil` with ``CacheMode/no``, and with ``CacheMode/manualSaving`` before the first ``saveCache()``.
    public var cache: String? { client.cache }

    /// Saves the cached data, so that ``cache`` returns them; no effect without ``CacheMode/manualSaving``.
    public func saveCache() { client.saveCache() }

    /// Removes the cached data of all nodes without a subscription; pending writes remain.
    ///
    /// Also stops updating the data of ended subscriptions whose policy is to keep updating.
    public func cleanCache() { client.engine.cleanCache() }

    /// The closure for writes of an earlier process that failed; by default they go to ``diagnostics``.
    ///
    /// It is called on the default queue. Set it in the configuration if a write may fail before you can set this property.
    /// Only ``CacheMode/automatic(at:maximumBytes:)`` restores writes.
    public var restoredWriteFailed: (@Sendable (RestoredWriteFailure) -> Void)? {
        get { client.restoredWriteFailed }
        set { client.restoredWriteFailed = newValue }
    }
}

extension Client {
    var cache: String? {
        switch cacheMode {
        case .no: nil
        case .manualSaving: savedCache.withLock(\.self)
        case .initialized, .automatic: cacheText
        }
    }

    func saveCache() {
        guard case .manualSaving = cacheMode else { return }
        let text = cacheText
        savedCache.withLock { $0 = text }
    }

    private var cacheText: String {
        let state = engine.inspect { $0.cacheState }
        return Data(state.bytes()).base64EncodedString()
    }
}

extension OfflineState {
    /// Reads the text of a cache.
    ///
    /// - Throws: ``WebcomError`` `invalidConfiguration` if the text does not come from ``WebcomApplication/cache``.
    init(cacheText text: String) throws(WebcomError) {
        guard let data = Data(base64Encoded: text), let state = try? OfflineState(bytes: [UInt8](data)) else {
            throw WebcomError(
                .invalidConfiguration,
                "The text of the cache mode `initialized` is not one that `cache` gave in this version; the client begins "
                    + "with an empty cache.")
        }
        self = state
    }
}
