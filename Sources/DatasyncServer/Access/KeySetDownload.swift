#if Server
    import DatasyncTree
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The download of a key set from the address of an issuer.
    enum KeySetDownload {
        /// The time for the response, in seconds.
        private static let timeout = 10.0
        /// The maximum size of a key set, in bytes.
        private static let maximumBytes = 1 << 20

        /// Downloads a key set.
        ///
        /// - Throws: ``ServerError`` that names the address and the remedy.
        static func text(at address: String) async throws(ServerError) -> String {
            guard let url = URL(string: address), isSafe(url) else {
                throw ServerError(
                    "The address \(address.quoted(atMost: 80)) is not one of the form https://HOST/PATH; only on this machine "
                        + "may it begin with http://.")
            }
            let (data, response): (Data, URLResponse)
            do {
                // Not from a cache, since the issuer may have published a new key.
                let request = URLRequest(
                    url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
                (data, response) = try await URLSession.shared.data(for: request)
            } catch {
                throw ServerError("The address \(address) cannot be reached: \(error.localizedDescription).")
            }
            guard (response as? HTTPURLResponse)?.statusCode == 200, data.count <= maximumBytes,
                let text = String(data: data, encoding: .utf8)
            else {
                throw ServerError("The response of \(address) is not a key set of at most 1 MiB with the status 200.")
            }
            return text
        }

        /// Returns whether no other machine on the way can replace the keys.
        private static func isSafe(_ url: URL) -> Bool {
            switch (url.scheme, url.host) {
            case ("https"?, _?), ("http"?, "127.0.0.1"?), ("http"?, "localhost"?), ("http"?, "::1"?): true
            default: false
            }
        }
    }
#endif
