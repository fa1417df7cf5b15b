#if Server
    import NIOHTTP1

    extension HTTPHeaders {
        /// Sets the header `Connection` of a response.
        ///
        /// An HTTP/1.0 client keeps a connection open only if the response says so.
        mutating func setConnection(keepsAlive: Bool, for head: HTTPRequestHead) {
            if !keepsAlive {
                replaceOrAdd(name: "Connection", value: contains(name: "Upgrade") ? "close, Upgrade" : "close")
            } else if head.isOld {
                replaceOrAdd(name: "Connection", value: "keep-alive")
            }
        }
    }
#endif
