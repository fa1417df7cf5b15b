/// The constants of the journal's files; the catalog's page Journal describes every byte.
enum JournalFormat {
    static let version: UInt32 = 1
    /// The bytes of a sector, which a disk writes as a whole or not at all.
    static let sector = 512
    /// The offset of the first frame; the header has its own sector, which is never written again.
    static let firstFrame: UInt64 = 512
    /// The bytes at the end of a segment, reserved for first and final frames.
    static let reserve: UInt64 = 2_048
    static let smallestSegment: UInt64 = 8_192

    static let lockName = "lock"
    static let segmentEnding = ".segment"
    static let snapshotEnding = ".snapshot"
    static let temporaryEnding = ".temporary"

    static func segmentName(_ number: UInt64) -> String { decimal(number) + segmentEnding }

    static func snapshotName(_ number: UInt64) -> String { decimal(number) + snapshotEnding }

    /// Returns the number in a file name formed by the two functions above.
    static func number(of name: String, ending: String) -> UInt64? {
        guard name.hasSuffix(ending), let number = UInt64(name.dropLast(ending.count)), decimal(number) + ending == name
        else { return nil }
        return number
    }

    private static func decimal(_ number: UInt64) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 20 - digits.count)) + digits
    }

    /// Rounds up to a multiple of 8, at which every frame begins and ends.
    static func aligned(_ count: Int) -> Int { (count + 7) & ~7 }
}
