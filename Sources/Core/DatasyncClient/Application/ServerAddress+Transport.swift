import DatasyncWebSocket
import DatasyncWire

#if !WebSocket && canImport(Darwin)
    import DatasyncURLSession
#endif

extension ServerAddress {
    /// The transport to the server: over swift-nio with the trait `WebSocket`, otherwise over the WebSocket connections of
    /// Apple's systems; `nil` on other systems, whose library has none.
    var transport: (any Transport)? {
        #if WebSocket
            WebSocketTransport(self)
        #elseif canImport(Darwin)
            SocketTaskTransport(self)
        #else
            nil
        #endif
    }
}
