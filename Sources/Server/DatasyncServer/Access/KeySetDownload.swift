#if Server
    import DatasyncConcurrency
    import DatasyncTree
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The download of a key set from an issuer's address.
    enum KeySetDownload {
        /// The time for the response, in seconds.
        private static let timeout = 10.0
        /// The maximum size of a key set, in bytes.
        fileprivate static let maximumBytes = 1 << 20

        /// Downloads a key set.
        ///
        /// Redirections are followed to safe addresses only.
        ///
        /// - Throws: ``ServerError`` with the address and the remedy.
        static func text(at address: String) async throws(ServerError) -> String {
            guard let url = URL(string: address), isSafe(url) else {
                throw ServerError(
                    "The address \(address.quoted(atMost: 80)) is not one of the form https://HOST/PATH; only on this machine "
                        + "may it begin with http://.")
            }
            // Bypasses the cache, because the issuer may have published a new key.
            let request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
            let transfer = KeySetTransfer()
            let session = URLSession(configuration: .ephemeral, delegate: transfer, delegateQueue: nil)
            defer { session.finishTasksAndInvalidate() }
            let outcome = await transfer.run(session.dataTask(with: request))
            if let failure = outcome.failure, !outcome.isTooLarge {
                throw ServerError("The address \(address) cannot be reached: \(failure).")
            }
            guard outcome.status == 200, !outcome.isTooLarge, let text = String(bytes: outcome.bytes, encoding: .utf8)
            else {
                throw ServerError("The response of \(address) is not a key set of at most 1 MiB with the status 200.")
            }
            return text
        }

        /// Returns whether no machine on the way can replace the keys.
        fileprivate static func isSafe(_ url: URL) -> Bool {
            switch (url.scheme, url.host) {
            case ("https"?, _?), ("http"?, "127.0.0.1"?), ("http"?, "localhost"?), ("http"?, "::1"?): true
            default: false
            }
        }
    }

    /// One response, cut off at the maximum size.
    private final class KeySetTransfer: NSObject, URLSessionDataDelegate {
        struct Outcome: Sendable {
            var status: Int?
            var bytes: [UInt8] = []
            var isTooLarge = false
            var failure: String?
        }

        private let outcome = Guarded(Outcome())
        private let waiter = Guarded<CheckedContinuation<Outcome, Never>?>(nil)

        func run(_ task: URLSessionDataTask) async -> Outcome {
            await withCheckedContinuation { continuation in
                waiter.withLock { $0 = continuation }
                task.resume()
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(request.url.map(KeySetDownload.isSafe) == true ? request : nil)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let isTooLarge = outcome.withLock { outcome in
                if outcome.bytes.count + data.count > KeySetDownload.maximumBytes { outcome.isTooLarge = true }
                if !outcome.isTooLarge { outcome.bytes += data }
                return outcome.isTooLarge
            }
            if isTooLarge { dataTask.cancel() }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let status = (task.response as? HTTPURLResponse)?.statusCode
            let outcome = outcome.withLock { outcome in
                outcome.status = status
                outcome.failure = error?.localizedDescription
                return outcome
            }
            waiter.withLock { $0.take() }?.resume(returning: outcome)
        }
    }
#endif
