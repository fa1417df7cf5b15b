#if Server
    import DatasyncTree
    import Foundation
    import NIOHTTP1

    /// The opening handshake of a WebSocket connection (RFC 6455, section 4.2.1).
    enum SocketHandshake {
        /// The subprotocol that the server accepts; browsers end a connection whose response does not repeat it.
        private static let subprotocol = "webcom-protocol"
        /// The response headers that name the protocol and its version.
        private static let remedy: HTTPHeaders = [
            "Sec-WebSocket-Version": "13", "Upgrade": "websocket", "Connection": "Upgrade",
        ]

        /// Checks the request line and the headers.
        ///
        /// - Throws: ``RequestFailure`` with status 400, or with 426 if the request does not ask for a WebSocket of version 13.
        static func check(_ head: HTTPRequestHead) throws(RequestFailure) {
            guard head.method == .GET, head.version == .http1_1 else {
                throw RequestFailure(.badRequest, "The handshake of a WebSocket is a GET request of HTTP/1.1.")
            }
            guard head.headers.has("websocket", in: "Upgrade") else {
                throw RequestFailure(
                    .upgradeRequired, "This path accepts WebSocket connections; send the headers of its handshake.",
                    headers: remedy)
            }
            guard head.headers.has("upgrade", in: "Connection") else {
                throw RequestFailure(.badRequest, "The handshake has no header \"Connection: Upgrade\".")
            }
            let versions = head.headers["Sec-WebSocket-Version"]
            guard versions == ["13"] else {
                let given = versions.joined(separator: ", ").quoted(atMost: 40)
                throw RequestFailure(
                    .upgradeRequired, "The version \(given) of the WebSocket protocol is not served; use 13.",
                    headers: remedy)
            }
            let keys = head.headers["Sec-WebSocket-Key"]
            guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else {
                throw RequestFailure(
                    .badRequest, "The handshake should have one header Sec-WebSocket-Key with 16 bytes in base64.")
            }
        }

        /// Returns the headers of the response, besides the ones of every handshake.
        static func headers(for head: HTTPRequestHead) -> HTTPHeaders {
            head.headers[canonicalForm: "Sec-WebSocket-Protocol"].contains { $0 == subprotocol }
                ? ["Sec-WebSocket-Protocol": subprotocol] : [:]
        }
    }

    extension HTTPHeaders {
        /// Returns whether a header's list of tokens contains one, ignoring case.
        fileprivate func has(_ token: String, in name: String) -> Bool {
            self[canonicalForm: name].contains { $0.lowercased() == token }
        }
    }
#endif
