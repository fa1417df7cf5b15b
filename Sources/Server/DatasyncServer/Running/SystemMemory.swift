#if Server
    import Foundation
    import Synchronization

    #if canImport(Glibc)
        import Glibc
    #endif

    /// The memory of the process and its machine.
    package enum SystemMemory {
        /// The files with the memory limit of the process's control group, for both versions of control groups.
        private static let limitFiles = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]

        /// The memory of the machine in bytes, or the limit of the process's control group if that is less.
        static var limit: Int {
            let groups = limitFiles.compactMap { file in
                (try? String(contentsOfFile: file, encoding: .utf8)).flatMap {
                    Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
                }
            }
            let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
            return groups.reduce(machine) { $1 > 0 ? min($0, $1) : $0 }
        }

        /// The number of bytes that may wait for all clients, unless the configuration sets another.
        static var usualOutgoingBytes: Int { min(limit / 4, 512 << 20) }

        /// Makes the allocator return blocks of 1 MiB and more to the operating system when they are freed.
        ///
        /// This affects the whole process, so only its owner should call it. Otherwise the GNU allocator keeps such
        /// memory after it has been freed once.
        package static func returnLargeBlocks() {
            #if canImport(Glibc)
                guard let symbol = dlsym(nil, "mallopt") else { return }
                let set = unsafeBitCast(symbol, to: (@convention(c) (CInt, CInt) -> CInt).self)
                let threshold: CInt = -3
                _ = set(threshold, 1 << 20)
            #endif
        }

        /// Returns free memory to the operating system, as far as the allocator hasn't.
        static func trim() {
            #if canImport(Glibc)
                // The C library's module does not export the function.
                guard let symbol = dlsym(nil, "malloc_trim") else { return }
                let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
                _ = trim(0)
            #endif
        }
    }

    /// Returns free memory to the operating system some time after much of it was in use.
    final class MemoryTrimming: Sendable {
        /// The number of bytes in use after which free memory is returned.
        private static let worth = 32 << 20
        private let peak = Atomic(0)
        private let isScheduled = Atomic(false)
        private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

        /// Creates the trimming.
        ///
        /// - Parameter schedule: Calls a closure some seconds later, on a thread that may block.
        init(schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.schedule = schedule }

        /// Records the number of bytes in use after it has decreased.
        func note(_ used: Int, freed: Int) {
            _ = peak.max(used + freed, ordering: .relaxed)
            guard peak.load(ordering: .relaxed) >= Self.worth, used < peak.load(ordering: .relaxed) / 2,
                !isScheduled.exchange(true, ordering: .relaxed)
            else { return }
            peak.store(used, ordering: .relaxed)
            schedule {
                SystemMemory.trim()
                self.isScheduled.store(false, ordering: .relaxed)
            }
        }
    }
#endif
