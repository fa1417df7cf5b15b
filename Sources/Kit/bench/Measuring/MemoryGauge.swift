import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A measurement of the resident memory of the process since its creation.
///
/// It reads `/proc/self`. On systems without that folder all results are 0.
package struct MemoryGauge {
    /// The resident memory at the creation, in bytes.
    private let before: Int
    /// Whether the kernel has reset the peak; if not, the peak is the growth up to the measurement.
    private let hasPeak: Bool

    /// Returns free memory to the system and resets the peak of the process.
    package init() {
        Self.trim()
        before = Self.value(of: "VmRSS:")
        hasPeak = Self.resetPeak()
    }

    /// The highest growth of the resident memory since the creation, in bytes.
    package var peakGrowth: Int { max(0, Self.value(of: hasPeak ? "VmHWM:" : "VmRSS:") - before) }

    /// The growth of the resident memory since the creation in bytes, after free memory has been returned.
    package var growth: Int {
        Self.trim()
        return max(0, Self.value(of: "VmRSS:") - before)
    }

    private static func resetPeak() -> Bool {
        guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
        return (try? file.write(contentsOf: Data("5".utf8))) != nil
    }

    private static func value(of name: String) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) })
        else { return 0 }
        return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 } ?? 0
    }

    /// Calls `malloc_trim`, which the C library's module does not export.
    private static func trim() {
        #if os(Linux)
            typealias Trim = @convention(c) (Int) -> Int32
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(symbol, to: Trim.self)(0)
        #endif
    }
}
