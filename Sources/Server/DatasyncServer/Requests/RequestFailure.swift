#if Server
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1

    /// The reason why a request fails, with the status of the HTTP response.
    struct RequestFailure: Error, Sendable {
        let status: HTTPResponseStatus
        let message: String
        /// The response's headers, besides the usual ones.
        let headers: HTTPHeaders

        init(_ status: HTTPResponseStatus, _ message: String, headers: HTTPHeaders = [:]) {
            self.status = status
            self.message = message
            self.headers = headers
        }

        /// Creates the failure of a request whose method the resource does not support.
        ///
        /// - Parameters:
        ///   - message: The reason.
        ///   - allowed: The methods that the resource supports.
        /// - Returns: The failure.
        static func methodNotAllowed(_ message: String, allowed: String) -> RequestFailure {
            RequestFailure(.methodNotAllowed, message, headers: ["Allow": allowed])
        }

        /// Creates the failure for an error in the data or the path of a request.
        init(_ error: DatasyncError) {
            self.init(error.code == .tooLarge ? .payloadTooLarge : .badRequest, error.message)
        }

        /// Creates the failure for a back-end response other than ok.
        init(_ response: Response) {
            let reason = response.reason ?? response.status.rawValue
            switch response.status {
            case .permissionDenied: self.init(.unauthorized, Response.permissionDenied + reason)
            case .invalidToken, .expiredToken: self.init(.unauthorized, reason)
            case .dataStale: self.init(.preconditionFailed, reason)
            case .tooBig: self.init(.payloadTooLarge, reason)
            case .invalidData, .invalidPath: self.init(.badRequest, reason)
            case .tooManyRequests: self.init(.tooManyRequests, reason)
            case .unavailable: self.init(.serviceUnavailable, reason)
            default: self.init(.internalServerError, reason)
            }
        }

        var reply: Reply {
            var reply = Reply(status, ["error": .string(message)])
            reply.headers.add(contentsOf: headers)
            return reply
        }
    }

    extension HTTPResponseStatus {
        /// Whether the client should not have sent the request; with 412, it could not know that a value has changed.
        var isRefusal: Bool { (400..<500).contains(code) && self != .preconditionFailed }
    }
#endif
