import DatasyncLog

/// One batch of records in a segment, or the mark of an opening or a close.
///
/// A frame is written as a whole and begins and ends at a multiple of 8. Its checksum covers everything except the checksum
/// itself, including the padding.
struct Frame: Equatable {
    enum Kind: UInt8 {
        case records = 1
        /// The first frame after a journal was opened or repaired in a segment.
        case opening = 2
        /// The last frame before a journal was closed; it fills its sector.
        case close = 3
    }

    static let magic: UInt32 = 0x4A52_4644
    static let version: UInt8 = 1
    static let headerSize = 48

    var kind: Kind
    /// The random identifier of the segment.
    var segment: UInt64
    /// The number of the batch, consecutive in the journal.
    var batch: UInt64
    /// The last batch that was known to be durable when the frame was written.
    var durable: UInt64
    /// The number of the opening that wrote the frame.
    var opening: UInt32
    var count: UInt32 = 0

    /// Returns the frame with its content.
    ///
    /// - Parameters:
    ///   - offset: The offset of the frame in the file.
    ///   - alignment: Zeros fill the frame up to a multiple of this, counted from the start of the file.
    ///   - content: Appends the content to the buffer after the header.
    /// - Returns: The bytes of the frame.
    func encoded(at offset: UInt64 = 0, alignment: Int = 8, _ content: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: Self.magic)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: segment)
        bytes.append(littleEndian: batch)
        bytes.append(littleEndian: durable)
        bytes.append(littleEndian: UInt32(0))
        bytes.append(littleEndian: opening)
        bytes.append(littleEndian: count)
        bytes.append(kind.rawValue)
        bytes.append(Self.version)
        bytes.append(littleEndian: UInt16(0))
        content(&bytes)
        let end = (Int(offset) + bytes.count + alignment - 1) / alignment * alignment
        bytes.append(contentsOf: repeatElement(0, count: end - Int(offset) - bytes.count))
        bytes.store(littleEndian: UInt32(bytes.count), at: 32)
        bytes.store(littleEndian: Self.checksum(of: bytes), at: 4)
        return bytes
    }

    /// A frame that was found in a buffer.
    struct Found {
        let frame: Frame
        /// The bytes after the header, including the padding.
        let content: UnsafeRawBufferPointer
        /// The bytes of the whole frame.
        let length: Int
    }

    /// The result of reading a frame.
    enum Reading {
        case found(Found)
        /// The bytes are not a frame of the segment.
        case none
        /// The frame is intact, but only a newer version can read it.
        case newer(version: UInt8)
    }

    /// Reads the frame at the start of a buffer.
    static func read(_ bytes: UnsafeRawBufferPointer, segment: UInt64) -> Reading {
        guard let length = length(bytes, segment: segment), length <= bytes.count else { return .none }
        let whole = UnsafeRawBufferPointer(rebasing: bytes.prefix(length))
        var reader = ByteReader(whole)
        guard reader.read(UInt32.self) != nil, let checksum = reader.read(UInt32.self),
            checksum == Self.checksum(of: whole), reader.read(UInt64.self) != nil,
            let batch = reader.read(UInt64.self), let durable = reader.read(UInt64.self),
            reader.read(UInt32.self) != nil, let opening = reader.read(UInt32.self),
            let count = reader.read(UInt32.self), let code = reader.read(UInt8.self),
            let version = reader.read(UInt8.self), reader.read(UInt16.self) != nil
        else { return .none }
        guard version <= Self.version, let kind = Kind(rawValue: code) else {
            return .newer(version: max(version, Self.version + 1))
        }
        let frame = Frame(
            kind: kind, segment: segment, batch: batch, durable: durable, opening: opening, count: count)
        return .found(Found(frame: frame, content: reader.rest, length: length))
    }

    /// Returns the length stated by a header, if the header is of this segment and the length is possible.
    static func length(_ bytes: UnsafeRawBufferPointer, segment: UInt64) -> Int? {
        guard bytes.count >= headerSize, number(bytes, at: 0, UInt32.self) == magic,
            number(bytes, at: 8, UInt64.self) == segment
        else { return nil }
        let length = Int(number(bytes, at: 32, UInt32.self))
        return length >= headerSize && length % 8 == 0 ? length : nil
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, _ type: Number.Type
    ) -> Number { Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type)) }

    private static func checksum(of bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { checksum(of: $0) } }

    private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = CRC32C()
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<4]))
        checksum.add(UnsafeRawBufferPointer(rebasing: bytes[8...]))
        return checksum.value
    }
}
