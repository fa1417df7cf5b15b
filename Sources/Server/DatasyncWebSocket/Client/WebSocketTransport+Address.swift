#if WebSocket
    import DatasyncTree

    extension WebSocketTransport {
        /// An invalid address; the description names the faulty part and the correct form.
        public struct AddressError: Error, Sendable, CustomStringConvertible {
            /// The faulty part and the correct form.
            public let description: String
        }

        /// Creates a transport.
        ///
        /// - Parameters:
        ///   - url: The address: `ws`, `wss`, `http` or `https`, then `://HOST:PORT`.
        ///   - namespace: The namespace on the server.
        ///   - path: The path of the WebSocket.
        ///   - options: The limits and times of connections.
        /// - Throws: ``AddressError`` if the address is not valid.
        public init(
            url: String, namespace: String, path: ServerPath = .standard, options: WebSocketOptions = WebSocketOptions()
        ) throws(AddressError) {
            do throws(DatasyncError) {
                self.init(try ServerAddress(url: url, namespace: namespace, path: path), options: options)
            } catch {
                throw AddressError(description: error.message)
            }
        }
    }
#endif
