#if WebSocket
    package import NIOCore
    package import NIOWebSocket

    extension WebSocketFrame {
        /// The payload without its mask.
        ///
        /// Eight bytes at a time: `unmaskedData` goes byte by byte, and was a third of the work of receiving a large message.
        package var payload: ByteBuffer {
            guard let maskKey else { return data }
            var payload = data
            let size = MemoryLayout<UInt64>.size
            let key = (0..<size).reduce(UInt64(0)) { $0 | UInt64(maskKey[$1 & 3]) << UInt64(8 * $1) }
            payload.withUnsafeMutableReadableBytes { bytes in
                let words = bytes.count / size * size
                for offset in stride(from: 0, to: words, by: size) {
                    let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    bytes.storeBytes(of: word ^ UInt64(littleEndian: key), toByteOffset: offset, as: UInt64.self)
                }
                for offset in words..<bytes.count { bytes[offset] ^= maskKey[offset & 3] }
            }
            return payload
        }
    }
#endif
