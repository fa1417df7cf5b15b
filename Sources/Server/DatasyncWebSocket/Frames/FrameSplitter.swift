#if WebSocket
    package import NIOCore

    /// Divides the large frames of a connection into fragments, before they are decoded.
    ///
    /// The decoder waits for a whole frame and then unmasks it in one step, which for 10 MB occupies the event loop, and so
    /// delays its other connections, for milliseconds.
    ///
    /// Pure: the caller passes in the received bytes, and decodes the returned ones. The payload stays as it is: the size of
    /// a fragment is a multiple of four, so that the key of the frame's mask fits each of its fragments.
    package struct FrameSplitter: Sendable {
        /// The largest payload that is not divided, and the size of a fragment.
        package static let fragmentSize = 65_532

        /// The largest payload that is divided; the decoder refuses larger ones.
        private let limit: Int
        /// The first bytes of an incomplete frame head.
        private var incomplete: ByteBuffer?
        /// The missing bytes of the current frame or fragment.
        private var missing = 0
        /// The frame that is being divided, and its bytes behind the current fragment.
        private var divided: (head: FrameHead, rest: Int)?

        /// Creates a splitter.
        ///
        /// - Parameter limit: The size of the largest frame that the decoder accepts.
        package init(limit: Int) { self.limit = limit }

        /// Accepts received bytes, and returns the bytes for the decoder.
        package mutating func accept(_ received: ByteBuffer) -> ByteBuffer {
            var input = received
            if var joined = incomplete.take() {
                joined.writeBuffer(&input)
                input = joined
            }
            var output = ByteBuffer()
            // The bytes that are passed on as they are, and have not been yet.
            var same = input
            while true {
                let part = min(missing, input.readableBytes)
                input.moveReaderIndex(forwardBy: part)
                missing -= part
                if missing > 0 { break }
                let begin = input.readerIndex
                if let (head, rest) = divided.take() {
                    Self.write(&same, upTo: begin, to: &output)
                    writeFragment(of: head, rest: rest, isFirst: false, to: &output)
                } else {
                    guard let head = FrameHead(input) else { break }
                    input.moveReaderIndex(forwardBy: head.size)
                    if head.isData, head.length > Self.fragmentSize, head.length <= limit {
                        Self.write(&same, upTo: begin, to: &output)
                        same.moveReaderIndex(forwardBy: head.size)
                        writeFragment(of: head, rest: head.length, isFirst: true, to: &output)
                    } else {
                        missing = head.length
                    }
                }
            }
            // A copy, so that a few bytes do not keep the memory of all.
            if input.readableBytes > 0 { incomplete = ByteBuffer(bytes: input.readableBytesView) }
            if output.readableBytes == 0 {
                return same.readSlice(length: input.readerIndex - same.readerIndex) ?? ByteBuffer()
            }
            Self.write(&same, upTo: input.readerIndex, to: &output)
            return output
        }

        private static func write(_ same: inout ByteBuffer, upTo end: Int, to output: inout ByteBuffer) {
            if var bytes = same.readSlice(length: end - same.readerIndex) { output.writeBuffer(&bytes) }
        }

        /// Writes the head of the next fragment.
        private mutating func writeFragment(
            of head: FrameHead, rest: Int, isFirst: Bool, to output: inout ByteBuffer
        ) {
            missing = min(rest, Self.fragmentSize)
            if rest > missing { divided = (head, rest - missing) }
            head.writeFragment(length: missing, isFirst: isFirst, isLast: rest == missing, to: &output)
        }
    }

    /// The head of a frame: everything before its payload.
    private struct FrameHead: Sendable {
        private static let finalBit: UInt8 = 0x80
        private static let maskBit: UInt8 = 0x80

        /// The final bit, three reserved bits and the opcode.
        private let first: UInt8
        private let mask: UInt32?
        /// The size of the payload in bytes.
        let length: Int
        /// The size of the head in bytes.
        let size: Int

        /// Whether the frame is one of a message.
        var isData: Bool { first & 0x0F <= 2 }

        /// Reads a head without consuming it; returns `nil` if bytes are missing.
        init?(_ bytes: ByteBuffer) {
            var bytes = bytes
            let available = bytes.readableBytes
            guard let first = bytes.readInteger(as: UInt8.self), let second = bytes.readInteger(as: UInt8.self) else {
                return nil
            }
            self.first = first
            let length: Int? =
                switch second & ~Self.maskBit {
                case 126: bytes.readInteger(as: UInt16.self).map { Int($0) }
                case 127: bytes.readInteger(as: UInt64.self).map { Int(clamping: $0) }
                case let length: Int(length)
                }
            guard let length else { return nil }
            self.length = length
            if second & Self.maskBit != 0 {
                guard let mask = bytes.readInteger(as: UInt32.self) else { return nil }
                self.mask = mask
            } else {
                mask = nil
            }
            size = available - bytes.readableBytes
        }

        /// Writes the head of a fragment of this frame.
        func writeFragment(length: Int, isFirst: Bool, isLast: Bool, to output: inout ByteBuffer) {
            // The reserved bits and the opcode stand in the first fragment.
            output.writeInteger((isFirst ? first & ~Self.finalBit : 0) | (isLast ? first & Self.finalBit : 0))
            let maskBit = mask == nil ? 0 : Self.maskBit
            if length < 126 {
                output.writeInteger(UInt8(length) | maskBit)
            } else {
                output.writeInteger(126 | maskBit)
                output.writeInteger(UInt16(length))
            }
            if let mask { output.writeInteger(mask) }
        }
    }
#endif
