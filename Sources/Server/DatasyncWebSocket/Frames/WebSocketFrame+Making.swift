#if WebSocket
    import NIOCore
    package import NIOWebSocket

    extension WebSocketFrame {
        /// The maximum size of a reason in a close frame: a control frame's 125 bytes minus two for the code.
        private static let longestReason = 123

        /// Creates a close frame; cuts a reason that is too long between characters.
        package static func closing(
            _ code: WebSocketErrorCode, reason: String, maskKey: WebSocketMaskingKey? = nil
        ) -> WebSocketFrame {
            var data = ByteBuffer()
            data.write(webSocketErrorCode: code)
            var text = reason
            while text.utf8.count > longestReason { text.removeLast() }
            data.writeString(text)
            return WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: maskKey, data: data)
        }
    }
#endif
