import DatasyncConcurrency
import Dispatch
import Foundation

/// The open offline stores of this process, and the attempts of clients to open one.
///
/// The first attempt is made on the calling thread. If an earlier client of this process has not closed the files yet, the
/// attempt follows when it has; no thread waits for that. If the store cannot be opened, because another process has it or the
/// volume is full, further attempts follow after growing delays as long as the client lives.
final class OfflineStores: Sendable {
    /// How many seconds operations wait for an earlier client to close the files.
    private static let patience = 10.0

    private struct OpenStore: Sendable {
        /// Completes when the files are closed.
        let files: DispatchGroup
        weak var client: Client?
    }

    private let open = Guarded<[String: OpenStore]>([:])
    private let clock: @Sendable () -> Double
    private let runLater: OfflineJournal.Timer

    init(
        clock: @escaping @Sendable () -> Double = SystemClock.milliseconds, runLater: @escaping OfflineJournal.Timer
    ) {
        self.clock = clock
        self.runLater = runLater
    }

    /// Opens a client's store; the client starts with it, or gets the reason why it cannot be opened.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the client.
    ///   - client: The client.
    ///   - delay: The delay before the next attempt, in seconds.
    func open(_ configuration: WebcomConfiguration, for client: Client, delay: Double = 1) {
        guard case .automatic(let directory, _) = configuration.cacheMode else { return }
        let path = directory.standardizedFileURL.path
        let again = { @Sendable [self, weak client] (delay: Double) in
            if let client { open(configuration, for: client, delay: delay) }
        }
        if let files = closing(path) {
            // Pending operations of a named client retain it; they wait in the client itself.
            let owner = client.outlivesHandles ? client : nil
            files.notify(queue: .global()) {
                withExtendedLifetime(owner) { again(delay) }
            }
            let next = clock() + Self.patience * 1000
            runLater(Self.patience) { [weak client] in client?.stopWaiting(.notClosed(path), next: next) }
            return
        }
        guard client.beginOpening() else { return }
        do throws(WebcomError) {
            client.start(with: try read(configuration, path, for: client))
        } catch {
            guard error.code == .unavailable else { return client.refuse(error, next: nil) }
            client.refuse(error, next: clock() + delay * 1000)
            runLater(delay) { again(min(30, delay * 2)) }
        }
    }

    /// Returns the files that an earlier client has not closed yet, although it is closed or released.
    private func closing(_ path: String) -> DispatchGroup? {
        // Reading a weak reference retains the client, so it is released outside the lock.
        let (files, client) = open.withLock { ($0[path]?.files, $0[path]?.client) }
        return client?.isClosed ?? true ? files : nil
    }

    private func read(
        _ configuration: WebcomConfiguration, _ path: String, for client: Client
    ) throws(WebcomError) -> OfflineData {
        let files = DispatchGroup()
        let closed: @Sendable () -> Void = { [self] in
            open.withLock { open in
                if open[path]?.files === files { open[path] = nil }
            }
            files.leave()
        }
        let data = try OfflineData(storedFor: configuration, closed: closed)
        files.enter()
        open.withLock { $0[path] = OpenStore(files: files, client: client) }
        return data
    }
}

extension WebcomError {
    fileprivate static func notClosed(_ path: String) -> WebcomError {
        WebcomError(
            .unavailable,
            "The offline store \(path) is still in use by an earlier application of this process, which was released. Let its "
                + "callbacks return; the store is opened then.")
    }
}
