#if Server
    import NIOHTTP1

    /// The response headers that allow web pages of other origins to send requests.
    enum CrossOrigin {
        /// Returns whether a request is from an allowed origin; requests of other programs have no origin.
        static func isAllowed(_ head: HTTPRequestHead, by allowed: [String]) -> Bool {
            guard let origin = head.headers.first(name: "Origin") else { return true }
            return allowed.contains("*") || allowed.contains(origin)
        }

        /// Adds the headers to a response, if the origin of the request is allowed.
        static func add(to headers: inout HTTPHeaders, for head: HTTPRequestHead, allowed: [String]) {
            guard let origin = head.headers.first(name: "Origin"), isAllowed(head, by: allowed) else { return }
            headers.add(name: "Access-Control-Allow-Origin", value: origin)
            headers.add(name: "Vary", value: "Origin")
            headers.add(name: "Access-Control-Expose-Headers", value: "ETag")
            guard head.method == .OPTIONS else { return }
            headers.add(name: "Access-Control-Allow-Methods", value: "GET, PUT, POST, PATCH, DELETE, OPTIONS")
            let wanted = head.headers.first(name: "Access-Control-Request-Headers")
            headers.add(
                name: "Access-Control-Allow-Headers",
                value: wanted ?? "Authorization, Content-Type, X-Firebase-ETag, If-Match, If-None-Match")
            headers.add(name: "Access-Control-Max-Age", value: "3600")
        }
    }
#endif
