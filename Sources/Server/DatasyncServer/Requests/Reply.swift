#if Server
    import DatasyncTree
    import DatasyncWebSocket
    import NIOHTTP1

    /// A complete response to a request.
    struct Reply: Sendable {
        var status: HTTPResponseStatus
        var headers: HTTPHeaders
        /// The content; `nil` for none.
        var body: [UInt8]?
        /// The memory charged for the content while it is being sent.
        var memory: OutgoingBudget.Share?

        /// Creates a response with JSON.
        init(_ status: HTTPResponseStatus = .ok, _ json: JSON, isPretty: Bool = false) {
            self.status = status
            headers = ["Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-cache"]
            var bytes: [UInt8] = []
            if isPretty { PrettyJSON.write(json, to: &bytes) } else { json.write(to: &bytes) }
            body = bytes
        }

        /// Creates a response without content.
        static func empty(_ status: HTTPResponseStatus) -> Reply {
            var reply = Reply(status, .null)
            reply.headers = ["Cache-Control": "no-cache"]
            reply.body = nil
            return reply
        }

        /// Creates a response with plain text.
        static func text(_ text: String, _ status: HTTPResponseStatus = .ok) -> Reply {
            var reply = Reply(status, .null)
            reply.headers = ["Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-cache"]
            reply.body = Array(text.utf8)
            return reply
        }
    }
#endif
