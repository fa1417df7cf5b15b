#if Server
    import DatasyncTree

    /// The server's answer to a request for its drain.
    struct DrainStatus {
        let isDraining: Bool
        let sessionCount: Int
        /// The answer as JSON.
        let text: String

        /// Reads the answer.
        ///
        /// - Throws: ``CommandError`` if it is not one about a drain.
        init(_ text: String) throws(CommandError) {
            let json = try? JSONParser.parse(text)
            guard let isDraining = json?["draining"]?.boolean, let count = json?["sessions"]?.integer else {
                throw CommandError(
                    "The server answered \(text.quoted(atMost: 200)); it may be older than this command.")
            }
            (self.isDraining, sessionCount, self.text) = (isDraining, count, text)
        }

        /// The answer for a terminal.
        var line: String {
            let sessions = sessionCount == 1 ? "1 session or stream" : "\(sessionCount) sessions and streams"
            if !isDraining { return "accepts sessions; \(sessions) open" }
            return sessionCount == 0 ? "drained; the process can end" : "draining; \(sessions) left"
        }
    }
#endif
