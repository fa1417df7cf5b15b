import DatasyncLog

/// Creates the files of segments.
struct SegmentFiles {
    private static let zeros = [UInt8](repeating: 0, count: 1 << 20)
    static let spareName = "next" + JournalFormat.temporaryEnding

    let fileSystem: any FileSystem
    let directory: String

    /// Creates a file of zeros.
    func createZeros(_ name: String, size: UInt64) throws(LogError) -> any StorageFile {
        let path = "\(directory)/\(name)"
        let file = try fileSystem.open(path, .creating)
        do throws(LogError) {
            try fill(file, 0..<size)
            return file
        } catch {
            try? fileSystem.remove(path)
            throw error
        }
    }

    /// Writes zeros to a range of a file.
    func fill(_ file: any StorageFile, _ range: Range<UInt64>) throws(LogError) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = Int(min(UInt64(Self.zeros.count), range.upperBound - offset))
            try file.write(count == Self.zeros.count ? Self.zeros : Array(Self.zeros.prefix(count)), at: offset)
            offset += UInt64(count)
        }
    }

    /// Completes a file of zeros and gives it a segment's name.
    ///
    /// - Parameters:
    ///   - file: The file of zeros.
    ///   - name: The name of the file.
    ///   - header: The header of the segment.
    ///   - willRename: Called before the file can have the name.
    /// - Returns: The file with the segment's name.
    /// - Throws: The error of a file.
    func finish(
        _ file: any StorageFile, _ name: String, as header: SegmentHeader, willRename: () -> Void
    ) throws(LogError) -> any StorageFile {
        let path = "\(directory)/\(JournalFormat.segmentName(header.number))"
        do throws(LogError) {
            try file.write(header.encoded(), at: 0)
            try file.sync(.segment)
        } catch {
            try? fileSystem.remove("\(directory)/\(name)")
            throw error
        }
        willRename()
        try fileSystem.rename("\(directory)/\(name)", to: path)
        try fileSystem.syncDirectory(directory, .segmentName)
        return try fileSystem.open(path, .writing)
    }
}
