/// A reader of little-endian numbers that never reads beyond its buffer.
@usableFromInline
package struct ByteReader {
    /// The bytes that have not been read.
    package private(set) var rest: UnsafeRawBufferPointer

    package init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    /// Reads an integer; returns `nil` if too few bytes are left.
    @inlinable
    package mutating func read<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
        guard let bytes = read(count: MemoryLayout<Number>.size) else { return nil }
        return Number(littleEndian: bytes.loadUnaligned(as: Number.self))
    }

    /// Reads a number of bytes; returns `nil` if too few are left.
    @usableFromInline
    package mutating func read(count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count)) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
    }
}

extension [UInt8] {
    /// Appends an integer in little-endian order.
    @inlinable
    package mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Replaces bytes with an integer in little-endian order.
    ///
    /// - Parameters:
    ///   - number: The integer.
    ///   - offset: The index of the first byte; the array must be long enough.
    @inlinable
    package mutating func store(littleEndian number: some FixedWidthInteger, at offset: Int) {
        Swift.withUnsafeBytes(of: number.littleEndian) { bytes in
            replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
    }
}
