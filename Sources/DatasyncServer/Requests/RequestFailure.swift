#if Server
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The reason why a request fails, with the status of the HTTP response.
    struct RequestFailure: Error, Sendable {
        let status: HTTPResponseStatus
        let message: String

        init(_ status: HTTPResponseStatus, _ message: String) {
            self.status = status
            self.message = message
        }

        /// Creates the failure for an error in the data or the path of a request.
        init(_ error: DatasyncError) {
            self.init(error.code == .tooLarge ? .payloadTooLarge : .badRequest, error.message)
        }

        /// Creates the failure for a response of the back end other than ok.
        init(_ response: Response) {
            let reason = response.reason ?? response.status.rawValue
            switch response.status {
            case .permissionDenied: self.init(.unauthorized, "Permission denied. \(reason)")
            case .invalidToken, .expiredToken: self.init(.unauthorized, reason)
            case .dataStale: self.init(.preconditionFailed, reason)
            case .tooBig: self.init(.payloadTooLarge, reason)
            case .invalidData, .invalidPath: self.init(.badRequest, reason)
            case .tooManyRequests: self.init(.tooManyRequests, reason)
            case .unavailable: self.init(.serviceUnavailable, reason)
            default: self.init(.internalServerError, reason)
            }
        }

        var reply: Reply { Reply(status, ["error": .string(message)]) }
    }
#endif
