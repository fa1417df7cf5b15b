#if Server
    import DatasyncWebSocket

    /// The limit of the size of a client's messages, over all frames of a message.
    struct MessageBudget: Sendable {
        private let limit: Int
        private var missing = 0
        private var bytes = 0

        init(limit: Int) { self.limit = limit }

        /// Counts a frame, and returns whether its message is within the limit.
        mutating func accept(_ frame: MessageText) -> Bool {
            let size = frame.byteCount
            if missing > 0 {
                missing -= 1
                bytes += size
            } else if size < 20, let count = (try? frame.decoded()).flatMap({ Int($0) }), count > 0 {
                missing = count
                bytes = 0
            } else {
                bytes = size
            }
            return bytes <= limit
        }
    }
#endif
