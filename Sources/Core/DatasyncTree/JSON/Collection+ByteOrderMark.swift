extension Collection<UInt8> {
    /// The UTF-8 text without a byte order mark at its start.
    package var withoutMark: SubSequence { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...] }
}
