#if Server
    /// The requests of a session that have no response yet, and whether they are too many to read more.
    ///
    /// Requests wait in memory while the namespace starts, while it reads its log again, and until a write is stored.
    struct UnansweredRequests: Sendable {
        /// The bytes above which the server stops reading from the client.
        private static let limit = 1 << 20
        /// The memory that a small request takes beside its text.
        private static let overhead = 512

        /// The requests by their numbers, of which a client may use one several times.
        private var requests: [Int: (count: Int, byteCount: Int)] = [:]
        private var byteCount = 0
        /// Whether the server has stopped reading from the client.
        private var isPausing = false

        /// Adds a request, and returns whether the server must stop reading from the client.
        mutating func add(_ number: Int, byteCount size: Int) -> Bool {
            let known = requests[number] ?? (0, 0)
            requests[number] = (known.count + 1, known.byteCount + size + Self.overhead)
            byteCount += size + Self.overhead
            guard !isPausing, byteCount > Self.limit else { return false }
            isPausing = true
            return true
        }

        /// Removes a request that has its response.
        ///
        /// - Parameter number: The number of the request.
        /// - Returns: The size of the request, which is the mean of those with its number; and whether the server may read
        ///   again after ``add(_:byteCount:)`` has returned `true`.
        mutating func remove(_ number: Int) -> (byteCount: Int, hasCaughtUp: Bool) {
            guard let known = requests[number] else { return (0, false) }
            let size = known.byteCount / known.count
            requests[number] = known.count > 1 ? (known.count - 1, known.byteCount - size) : nil
            byteCount -= size
            let hasCaughtUp = isPausing && byteCount <= Self.limit / 2
            if hasCaughtUp { isPausing = false }
            return (size - Self.overhead, hasCaughtUp)
        }
    }
#endif
