/// A reader of a tape that moves from one word to the next.
///
/// It exists only within a call of ``JSONTape/read(at:_:)``, cannot leave that call, and does not retain the tape.
struct JSONCursor: ~Copyable {
    private let words: UnsafeBufferPointer<UInt64>
    private let bytes: UnsafeBufferPointer<UInt8>
    private let decoded: UnsafeBufferPointer<UInt8>
    /// The index of the next word.
    private(set) var index: Int

    init(
        words: UnsafeBufferPointer<UInt64>, bytes: UnsafeBufferPointer<UInt8>, decoded: UnsafeBufferPointer<UInt8>,
        index: Int
    ) {
        self.words = words
        self.bytes = bytes
        self.decoded = decoded
        self.index = index
    }

    /// Reads the word with which a value or name begins.
    @inline(__always)
    mutating func next() -> JSONTape.Word {
        defer { index += 1 }
        return JSONTape.Word(bits: words[index])
    }

    /// Reads the bits of a number, which follow its word.
    @inline(__always)
    mutating func number() -> Double { Double(bitPattern: next().bits) }

    /// Moves past the value that begins here.
    mutating func skip() { index = JSONTape.Word(bits: words[index]).end(from: index) }

    /// Returns the bytes of a string; valid as long as the cursor.
    @inline(__always)
    func bytes(of string: JSONTape.Word) -> UnsafeBufferPointer<UInt8> {
        let place = string.offset..<string.offset + string.count
        return UnsafeBufferPointer(rebasing: string.kind == .plainString ? bytes[place] : decoded[place])
    }

    func string(_ word: JSONTape.Word) -> String {
        let bytes = bytes(of: word)
        return String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
    }
}
