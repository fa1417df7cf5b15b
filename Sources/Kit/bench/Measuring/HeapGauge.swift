import Foundation

#if os(Linux) && canImport(Glibc)
    import Glibc
#endif

/// A measurement of the allocated heap memory since its creation.
///
/// It reads the statistics of glibc's allocator; elsewhere it measures the resident memory, which is less exact.
struct HeapGauge {
    private let before: Int?
    private let resident = MemoryGauge()

    init() { before = Self.allocated }

    /// The growth of the allocated memory in bytes, including the allocator's overhead.
    var growth: Int {
        guard let before, let now = Self.allocated else { return resident.growth }
        return now - before
    }

    /// The allocated bytes; `nil` without statistics.
    private static var allocated: Int? {
        guard let text = statistics else { return nil }
        // The totals of all arenas come last. All memory from the system that is not free counts as allocated.
        guard let end = text.range(of: "</heap>", options: .backwards) else { return nil }
        let totals = text[end.upperBound...].split(separator: "\n")
        func size(_ start: String) -> Int? {
            guard let line = totals.first(where: { $0.hasPrefix(start) }), let name = line.range(of: "size=\"") else {
                return nil
            }
            return Int(line[name.upperBound...].prefix { $0.isNumber })
        }
        guard let system = size("<system type=\"current\""), let rest = size("<total type=\"rest\"") else { return nil }
        return system - rest - (size("<total type=\"fast\"") ?? 0) + (size("<total type=\"mmap\"") ?? 0)
    }

    /// The output of `malloc_info`, which the C library's module does not export.
    private static var statistics: String? {
        #if os(Linux) && canImport(Glibc)
            typealias Information = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
            guard let symbol = dlsym(nil, "malloc_info"), let file = tmpfile() else { return nil }
            defer { fclose(file) }
            guard unsafeBitCast(symbol, to: Information.self)(0, file) == 0 else { return nil }
            rewind(file)
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = fread(&bytes, 1, bytes.count, file)
            return String(decoding: bytes[..<count], as: UTF8.self)
        #else
            return nil
        #endif
    }
}
