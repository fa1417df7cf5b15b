#if WebSocket
    package import NIOCore
    package import NIOWebSocket

    /// The receiving side of a WebSocket connection: joins frames into messages and checks the protocol.
    ///
    /// Pure: the caller passes in each frame, and acts on the returned event. After a violation the connection is unusable.
    package struct MessageAssembler: Sendable {
        /// The receiving side of the connection.
        package enum Role: Sendable {
            /// A client's frames must be masked.
            case server
            /// A server's frames must not be masked.
            case client
        }

        package enum Event: Sendable, Equatable {
            case text(MessageText)
            case ping(ByteBuffer)
            case pong
            /// The other side closes; the code is `nil` if it sent none.
            case close(code: WebSocketErrorCode?, reason: String)
        }

        /// A breach of the protocol, with the code and reason for closing the connection.
        package struct Violation: Error, Equatable {
            package let code: WebSocketErrorCode
            package let reason: String

            package init(_ code: WebSocketErrorCode, _ reason: String) {
                self.code = code
                self.reason = reason
            }
        }

        private let role: Role
        /// The maximum size of a message in bytes.
        private let limit: Int
        /// The text in the frames of an unfinished message.
        private var unfinished: MessageText?

        package init(_ role: Role, limit: Int) {
            self.role = role
            self.limit = limit
        }

        /// Accepts a frame, and returns the event that it completes; `nil` if frames are missing.
        ///
        /// - Throws: ``Violation`` for a frame that the protocol does not allow, or a message above the limit.
        package mutating func accept(_ frame: WebSocketFrame) throws(Violation) -> Event? {
            guard frame.reservedBits.isEmpty else {
                throw Violation(.protocolError, "A frame has reserved bits, but no extension was agreed on.")
            }
            guard (frame.maskKey != nil) == (role == .server) else {
                throw Violation(
                    .protocolError,
                    role == .server
                        ? "A frame of a client is not masked." : "A frame of a server is masked, which only clients do."
                )
            }
            switch frame.opcode {
            case .text, .continuation: return try acceptText(frame)
            case .binary: throw Violation(.unacceptableData, "A binary frame; the protocol of the database uses text.")
            case .ping:
                try checkControl(frame)
                return .ping(frame.payload)
            case .pong:
                try checkControl(frame)
                return .pong
            case .connectionClose:
                try checkControl(frame)
                return try Self.close(frame.payload)
            default:
                throw Violation(.protocolError, "A frame has the reserved opcode \(String(describing: frame.opcode)).")
            }
        }

        private mutating func acceptText(_ frame: WebSocketFrame) throws(Violation) -> Event? {
            let isFirst = frame.opcode == .text
            guard isFirst == (unfinished == nil) else {
                throw Violation(
                    .protocolError,
                    isFirst
                        ? "A message begins before the last fragment of the one before."
                        : "A continuation frame without a message to continue.")
            }
            guard (unfinished?.byteCount ?? 0) + frame.length <= limit else {
                throw Violation(.messageTooLarge, "A message has more than \(limit) bytes; send it in parts.")
            }
            // Taken out, so that it grows in place.
            var text = unfinished.take() ?? MessageText()
            text.append(frame.payload)
            if frame.fin { return .text(text) }
            unfinished = text
            return nil
        }

        private func checkControl(_ frame: WebSocketFrame) throws(Violation) {
            guard frame.fin, frame.length <= 125 else {
                throw Violation(.protocolError, "A control frame is divided or has more than 125 bytes.")
            }
        }

        private static func close(_ data: ByteBuffer) throws(Violation) -> Event {
            if data.readableBytes == 0 { return .close(code: nil, reason: "") }
            guard let number = data.getInteger(at: data.readerIndex, as: UInt16.self), allowedCodes(number) else {
                throw Violation(.protocolError, "A close frame has no valid code.")
            }
            let bytes = data.readableBytesView.dropFirst(2)
            guard let reason = String(validating: bytes, as: UTF8.self) else {
                throw Violation(.dataInconsistentWithMessage, "The reason of a close frame is not valid UTF-8.")
            }
            return .close(code: WebSocketErrorCode(codeNumber: Int(number)), reason: reason)
        }

        /// Returns whether a close frame may have a code: some are only for local use, others are not assigned.
        private static func allowedCodes(_ number: UInt16) -> Bool {
            switch number {
            case 1000...1003, 1007...1014, 3000...4999: true
            default: false
            }
        }
    }

    extension MessageAssembler.Violation {
        /// Creates the violation for an error of the frame decoder; `nil` for an error of the connection itself.
        package init?(_ error: any Error) {
            switch error as? NIOWebSocketError {
            case .invalidFrameLength?:
                self.init(.messageTooLarge, "A frame is larger than the limit; send it in parts.")
            case .fragmentedControlFrame?, .multiByteControlFrameLength?:
                self.init(.protocolError, "A control frame is divided or has more than 125 bytes.")
            case nil: return nil
            }
        }
    }
#endif
