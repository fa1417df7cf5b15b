#if Server
    import DatasyncTree
    import NIOHTTP1

    /// The name and port that a request is sent to, as the client knows them.
    enum RequestHost {
        /// Returns the name and port, with a scheme; `nil` for an old client that gives none.
        ///
        /// A whole address in the target takes precedence over the header `Host`.
        ///
        /// - Throws: ``RequestFailure`` with status 400 if the header is missing, repeated or malformed.
        static func origin(of head: HTTPRequestHead, scheme: String) throws(RequestFailure) -> WebOrigin? {
            let hosts = head.headers["Host"]
            if hosts.count > 1 {
                throw RequestFailure(.badRequest, "The request has \(hosts.count) headers Host; send one.")
            }
            if hosts.isEmpty, !head.isOld {
                throw RequestFailure(
                    .badRequest, "The request has no header Host; send the name and port of the server in it.")
            }
            guard let text = RequestTarget.parts(head.uri).authority.map(String.init) ?? hosts.first else { return nil }
            guard let origin = WebOrigin(scheme: scheme, authority: text) else {
                throw RequestFailure(
                    .badRequest,
                    "The host \(text.quoted(atMost: 80)) of the request is not of the form NAME or NAME:PORT."
                )
            }
            return origin
        }
    }

    extension HTTPRequestHead {
        /// Whether the client speaks only HTTP/1.0, and so knows neither chunks nor the header `Host`.
        var isOld: Bool { version.major < 1 || version.major == 1 && version.minor == 0 }
    }
#endif
