#if WebSocket
    package import NIOCore
    package import NIOWebSocket

    /// The bytes of a server's frames, which have no mask.
    ///
    /// They bypass the channel's encoder, so that connections can share them, and many small frames need only one write.
    package enum FrameBytes {
        /// The size up to which frames are copied into one buffer; a larger frame is written as it is.
        private static let smallSize = 4096

        /// Returns the bytes of a frame.
        package static func frame(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>) -> ByteBuffer {
            let count = payload.count
            var bytes = ByteBufferAllocator().buffer(capacity: count + 10)
            bytes.writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
            switch count {
            case ..<126: bytes.writeInteger(UInt8(count))
            case ...Int(UInt16.max):
                bytes.writeInteger(UInt8(126))
                bytes.writeInteger(UInt16(count))
            default:
                bytes.writeInteger(UInt8(127))
                bytes.writeInteger(UInt64(count))
            }
            bytes.writeBytes(payload)
            return bytes
        }

        /// Returns the bytes of a close frame.
        package static func closing(_ code: WebSocketErrorCode, reason: String) -> ByteBuffer {
            frame(.connectionClose, WebSocketFrame.closing(code, reason: reason).data.readableBytesView)
        }

        /// Joins neighbouring small frames.
        static func joined(_ frames: [ByteBuffer]) -> [ByteBuffer] {
            guard frames.count > 1 else { return frames }
            var result: [ByteBuffer] = []
            var small = ByteBuffer()
            for frame in frames {
                if frame.readableBytes <= smallSize {
                    small.writeImmutableBuffer(frame)
                    continue
                }
                if small.readableBytes > 0 { result.append(small) }
                small = ByteBuffer()
                result.append(frame)
            }
            if small.readableBytes > 0 { result.append(small) }
            return result
        }

        /// Returns a writer of frames for a channel whose pipeline has a frame encoder.
        ///
        /// - Parameter encoder: The place of the encoder in the pipeline; the frames bypass it.
        /// - Returns: The writer, for an outbox of the same channel.
        package static func writer(past encoder: ChannelHandlerContext) -> Outbox<ByteBuffer>.Writer {
            let place = NIOLoopBound(encoder, eventLoop: encoder.eventLoop)
            return { frames, _, written in
                let joined = joined(frames)
                for frame in joined.dropLast() { place.value.write(NIOAny(frame), promise: nil) }
                if let last = joined.last {
                    place.value.write(NIOAny(last), promise: written)
                } else {
                    written.succeed()
                }
                place.value.flush()
            }
        }
    }
#endif
