#if Server
    /// The limit of redirects: one for each address of clients in a minute.
    ///
    /// Pure: the caller passes in the time. If more addresses than the capacity come within a minute, the others are not
    /// redirected.
    struct RedirectLimit: Sendable {
        /// The time between two redirects of an address, in milliseconds.
        static let interval = 60_000.0
        private static let capacity = 10_000

        /// The times of the latest redirects, of this minute and of the one before.
        private var recent: [String: Double] = [:]
        private var earlier: [String: Double] = [:]
        private var begin = -Double.infinity

        /// Returns whether a client may be redirected, and counts that.
        ///
        /// - Parameters:
        ///   - address: The address of the client, or its group of addresses.
        ///   - now: The time of a clock that never goes back, in milliseconds.
        /// - Returns: Whether the client may be redirected.
        mutating func allows(_ address: String, now: Double) -> Bool {
            if now - begin >= Self.interval { (recent, earlier, begin) = ([:], recent, now) }
            let last = recent[address] ?? earlier[address] ?? -.infinity
            guard now - last >= Self.interval, recent.count < Self.capacity else { return false }
            recent[address] = now
            return true
        }
    }
#endif
