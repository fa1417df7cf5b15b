import Foundation

/// The memory of this process.
package enum ResidentMemory {
    /// The resident bytes; where the system has no file of them, the highest number so far.
    package static var bytes: Int { bytes(of: "self") ?? peak }

    /// Returns the resident bytes of a process; `nil` where the system has no file of them.
    ///
    /// `process`: The number of the process.
    package static func bytes(of process: String) -> Int? {
        guard let text = FileManager.default.contents(atPath: "/proc/\(process)/statm") else { return nil }
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        return fields.dropFirst().first.flatMap { Int($0) }.map { $0 * Int(getpagesize()) }
    }

    /// The highest number of resident bytes so far.
    package static var peak: Int {
        var usage = rusage()
        // `RUSAGE_SELF`, which has another type on each platform.
        getrusage(0, &usage)
        #if canImport(Darwin)
            return usage.ru_maxrss
        #else
            return usage.ru_maxrss << 10
        #endif
    }
}
