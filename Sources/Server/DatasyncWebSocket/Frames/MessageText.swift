#if WebSocket
    import NIOCore
    import NIOWebSocket

    /// The text of a message as received bytes, which have not been checked yet.
    ///
    /// A large message stays in pieces until someone reads it, so that no fragment causes a copy of all bytes before it.
    package struct MessageText: Sendable, Equatable {
        /// The size up to which a piece takes in the next one, so that small fragments do not cost a buffer each.
        private static let pieceSize = 1 << 16

        private var first = ByteBuffer()
        private var others: [ByteBuffer] = []
        /// The size of the text in bytes.
        package private(set) var byteCount = 0

        package init() {}

        mutating func append(_ bytes: ByteBuffer) {
            var bytes = bytes
            let size = bytes.readableBytes
            defer { byteCount += size }
            if byteCount == 0 {
                first = bytes
            } else if others.isEmpty, first.readableBytes < Self.pieceSize {
                first.writeBuffer(&bytes)
            } else if let last = others.indices.last, others[last].readableBytes < Self.pieceSize {
                // In place: a copy of the piece for each small fragment would take quadratic time.
                others[last].writeBuffer(&bytes)
            } else {
                others.append(bytes)
            }
        }

        /// Joins and decodes the bytes, which for a large message takes milliseconds.
        ///
        /// - Throws: ``MessageAssembler/Violation`` for bytes that are not valid UTF-8.
        package func decoded() throws(MessageAssembler.Violation) -> String {
            var bytes = first
            if !others.isEmpty {
                bytes.reserveCapacity(minimumWritableBytes: byteCount - first.readableBytes)
                for piece in others { bytes.writeImmutableBuffer(piece) }
            }
            guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
                throw MessageAssembler.Violation(
                    .dataInconsistentWithMessage, "A text message is not valid UTF-8.")
            }
            return text
        }
    }
#endif
