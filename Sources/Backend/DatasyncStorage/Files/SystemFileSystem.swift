package import DatasyncLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The files of the operating system.
package struct SystemFileSystem: FileSystem {
    package init() {}

    package func createDirectory(_ path: String) throws(LogError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        guard errno == ENOENT, !parent.isEmpty else { throw LogError(errno, "create the directory", path) }
        let missing = path.hasPrefix("/") ? "/" + parent : parent
        throw LogError(
            .operationFailed, file: path,
            "Cannot create the directory \(path), because the directory \(missing) does not exist. Create that first: "
                + "mkdir -p '\(missing)'")
    }

    package func names(in directory: String) throws(LogError) -> [String] {
        guard let stream = opendir(directory) else { throw LogError(errno, "read the directory", directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                guard errno == 0 else { throw LogError(errno, "read the directory", directory) }
                return names.filter { $0 != "." && $0 != ".." }
            }
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
    }

    package func open(_ path: String, _ access: FileAccess) throws(LogError) -> any StorageFile {
        let flags =
            switch access {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .creating: O_RDWR | O_CREAT | O_TRUNC
            }
        return try SystemFile(path: path, flags: flags)
    }

    package func rename(_ path: String, to newPath: String) throws(LogError) {
        #if canImport(Darwin)
            let result = Darwin.rename(path, newPath)
        #elseif canImport(Musl)
            let result = Musl.rename(path, newPath)
        #else
            let result = Glibc.rename(path, newPath)
        #endif
        guard result == 0 else { throw LogError(errno, "rename", path) }
    }

    package func remove(_ path: String) throws(LogError) {
        guard unlink(path) == 0 else { throw LogError(errno, "remove", path) }
    }

    package func syncDirectory(_ path: String, _ purpose: SyncPurpose) throws(LogError) {
        try SystemFile(path: path, flags: O_RDONLY).syncAll()
    }

    package func lock(_ path: String, exclusively: Bool) throws(LogError) -> any StorageLock {
        let file = try SystemFile(path: path, flags: exclusively ? O_RDWR | O_CREAT : O_RDONLY)
        guard file.lock(exclusively: exclusively) else {
            guard errno == EWOULDBLOCK else { throw LogError(errno, "lock", path) }
            let digits = try file.read(count: 20, at: 0).prefix { (0x30...0x39).contains($0) }
            let owner = digits.isEmpty ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
            throw LogError(
                .locked, file: path,
                "The journal of \(path) is open in \(owner). Close it there, or use another directory.")
        }
        if exclusively { try file.replaceContent(with: Array("\(getpid())\n".utf8)) }
        return file
    }

    package func randomNumber() throws(LogError) -> UInt64 {
        var number: UInt64 = 0
        #if canImport(Darwin)
            arc4random_buf(&number, MemoryLayout<UInt64>.size)
        #else
            guard getentropy(&number, MemoryLayout<UInt64>.size) == 0 else {
                throw LogError(errno, "read random bits for", "a segment")
            }
        #endif
        return number
    }
}

/// A file of the operating system.
private final class SystemFile: StorageFile, StorageLock {
    let path: String
    private let descriptor: Int32

    init(path: String, flags: Int32) throws(LogError) {
        self.path = path
        let opened = Self.retrying { Self.open(path, flags | O_CLOEXEC) }
        guard opened >= 0 else { throw LogError(errno, "open", path) }
        descriptor = Int32(opened)
    }

    deinit { close(descriptor) }

    func size() throws(LogError) -> UInt64 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw LogError(errno, "read the size of", path) }
        return UInt64(status.st_size)
    }

    func read(count: Int, at offset: UInt64) throws(LogError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let read = Self.retrying { pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + filled) }
                if read < 0 { failure = errno }
                guard read > 0 else { return }
                filled += read
            }
        }
        guard failure == 0 else { throw LogError(failure, "read", path, offset) }
        return bytes
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(LogError) {
        let failure = bytes.withUnsafeBytes { buffer -> Int32 in
            var written = 0
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = Self.retrying { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset) + written) }
                guard count > 0 else { return count < 0 ? errno : EIO }
                written += count
            }
            return 0
        }
        guard failure == 0 else { throw LogError(failure, "write", path, offset) }
    }

    func sync(_ purpose: SyncPurpose) throws(LogError) {
        switch purpose {
        case .batch, .interval, .opening, .repair, .close, .fullSegment: try syncContent()
        case .segment, .segmentName, .directoryContent, .directoryName, .snapshot, .snapshotName, .removal:
            try syncAll()
        }
    }

    /// Makes the content durable; the size of a segment never changes after its creation.
    private func syncContent() throws(LogError) {
        #if canImport(Darwin)
            try syncAll()
        #else
            guard Self.retrying({ Int(fdatasync(descriptor)) }) == 0 else { throw LogError(errno, "sync", path) }
        #endif
    }

    /// Makes the content and the properties durable.
    func syncAll() throws(LogError) {
        #if canImport(Darwin)
            // `fsync` leaves the data in the drive's cache there; some volumes support only that.
            if Self.retrying({ Int(fcntl(descriptor, F_FULLFSYNC)) }) == 0 { return }
            guard errno == ENOTSUP || errno == EINVAL else { throw LogError(errno, "sync", path) }
        #endif
        guard Self.retrying({ Int(fsync(descriptor)) }) == 0 else { throw LogError(errno, "sync", path) }
    }

    func lock(exclusively: Bool) -> Bool {
        Self.retrying { Int(flock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB)) } == 0
    }

    func check() throws(LogError) {
        var (named, held) = (stat(), stat())
        let isHeld = fstat(descriptor, &held) == 0
        if isHeld, stat(path, &named) == 0, named.st_dev == held.st_dev, named.st_ino == held.st_ino { return }
        throw LogError(
            .operationFailed, file: path,
            "\(path) was removed or replaced while its journal was open: what is written can no longer be read there. Put the "
                + "directory back, or close its journal and open it again.")
    }

    func replaceContent(with bytes: [UInt8]) throws(LogError) {
        guard ftruncate(descriptor, 0) == 0 else { throw LogError(errno, "write", path) }
        try write(bytes, at: 0)
    }

    private static func open(_ path: String, _ flags: Int32) -> Int {
        #if canImport(Darwin)
            Int(Darwin.open(path, flags, 0o600))
        #elseif canImport(Musl)
            Int(Musl.open(path, flags, 0o600))
        #else
            Int(Glibc.open(path, flags, 0o600))
        #endif
    }

    /// Repeats a call that a signal has interrupted.
    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

extension LogError {
    /// Creates the error for a failed system call.
    fileprivate init(_ number: Int32, _ operation: String, _ path: String, _ offset: UInt64? = nil) {
        let reason = strerror(number).map { String(cString: $0) } ?? "error \(number)"
        let place = offset.map { " at offset \($0)" } ?? ""
        if number == ENOSPC || number == EDQUOT {
            self.init(
                .noSpace, file: path, offset: offset,
                "No space left to \(operation) \(path)\(place): \(reason). Free some room on the volume.")
        } else {
            self.init(
                .operationFailed, file: path, offset: offset,
                "Cannot \(operation) \(path)\(place): \(reason). Check the path, its permissions and the volume.")
        }
    }
}
