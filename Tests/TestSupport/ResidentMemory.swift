import Foundation

/// The memory of this process.
package enum ResidentMemory {
    /// The resident bytes; where the system has no file of them, the highest number so far.
    package static var bytes: Int {
        if let text = FileManager.default.contents(atPath: "/proc/self/statm"),
            let pages = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap({
                Int($0)
            })
        {
            return pages * Int(getpagesize())
        }
        return peak
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
