import DatasyncConcurrency
package import DatasyncLog
package import DatasyncStorage
import DatasyncTesting

/// A disk in memory that loses an arbitrary part of the unsynced data at each power failure.
///
/// The seed decides which sectors of 512 bytes, new names, renames and removals survive. A failed sync makes an
/// arbitrary part durable and forgets the rest, as Linux does: a later sync of the same content succeeds without writing it.
package final class SimulatedDisk: FileSystem {
    /// A fault that the disk injects.
    package enum Fault: Hashable, Sendable, CaseIterable {
        /// A write stores only its first sectors, then fails.
        case write
        /// A sync makes only a part durable, then fails.
        case sync
    }

    fileprivate static let sector = 512

    fileprivate struct Inode: Sendable {
        var content: [UInt8] = []
        var durable: [UInt8] = []
        var dirty: Set<Int> = []
    }

    /// A name change that is not durable.
    private struct NameChange: Sendable {
        var directory: String
        var removed: String?
        var added: (path: String, inode: Int)?
    }

    private struct State: Sendable {
        var inodes: [Int: Inode] = [:]
        var names: [String: Int] = [:]
        var durableNames: [String: Int] = [:]
        var changes: [NameChange] = []
        var nextInode = 1
        /// Identifies the life of the process; the files and locks of earlier lives are dead.
        var life = 0
        var isDown = false
        /// The number of further operations until the process ends.
        var operationsLeft: Int?
        var faults: [(fault: Fault, skip: Int)] = []
        var capacity = Int.max
        var locks: Set<String> = []
        var countOfSyncs: [SyncPurpose: Int] = [:]
    }

    private let state = Guarded(State())
    private let random: SeededRandom
    private let ignored: SyncPurpose?

    /// Creates an empty disk.
    ///
    /// - Parameters:
    ///   - seed: Decides which changes survive a power failure.
    ///   - ignoring: The purpose of syncs that the disk reports as successful without performing them.
    package init(seed: UInt64, ignoring: SyncPurpose? = nil) {
        random = SeededRandom(seed: seed)
        ignored = ignoring
    }

    // MARK: Faults

    /// Ends the process in the middle of an operation, after `count` further operations.
    package func stop(afterOperations count: Int) { state.withLock { $0.operationsLeft = count } }

    /// Whether the process has ended.
    package var isDown: Bool { state.withLock { $0.isDown } }

    /// Makes the next operation of a kind fail, after `skip` successful ones.
    package func fail(_ fault: Fault, skip: Int = 0) { state.withLock { $0.faults.append((fault, skip)) } }

    /// Limits the bytes of all files; `nil` removes the limit.
    package func limit(toBytes count: Int?) { state.withLock { $0.capacity = count ?? .max } }

    /// The bytes of all files.
    package var used: Int { state.withLock { state in Self.used(state) } }

    /// The number of successful syncs for each purpose.
    package var countOfSyncs: [SyncPurpose: Int] { state.withLock { $0.countOfSyncs } }

    /// Returns whether the disk ignores syncs for a purpose.
    package func ignores(_ purpose: SyncPurpose) -> Bool { purpose == ignored }

    /// Starts a new life of the process.
    ///
    /// - Parameter losesPower: Whether an arbitrary part of the unsynced data is lost.
    package func restart(losesPower: Bool) {
        state.withLock { state in
            state.life += 1
            (state.isDown, state.operationsLeft, state.faults, state.locks) = (false, nil, [], [])
            if losesPower { losePower(&state) }
        }
    }

    /// Removes a directory with its files; open files stay readable and writable but have no name.
    package func removeDirectory(_ path: String) {
        state.withLock { state in
            for name in state.names.keys where name == path || name.hasPrefix(path + "/") { state.names[name] = nil }
            for name in state.locks where name.hasPrefix(path + "/") { state.locks.remove(name) }
            state.durableNames = state.names
        }
    }

    /// Changes the bytes of a file durably.
    package func edit(_ path: String, _ body: (inout [UInt8]) -> Void) {
        state.withLock { state in
            guard let inode = state.names[path] else { return }
            body(&state.inodes[inode, default: Inode()].content)
            let content = state.inodes[inode, default: Inode()].content
            state.inodes[inode]?.durable = content
            state.inodes[inode]?.dirty = []
        }
    }

    /// The bytes of each file.
    package var contents: [String: [UInt8]] {
        get { state.withLock { state in state.names.compactMapValues { state.inodes[$0]?.content } } }
        set {
            state.withLock { state in
                (state.inodes, state.names, state.changes) = ([:], [:], [])
                for (path, content) in newValue {
                    state.inodes[state.nextInode] = Inode(content: content, durable: content)
                    state.names[path] = state.nextInode
                    state.nextInode += 1
                }
                state.durableNames = state.names
            }
        }
    }

    private func losePower(_ state: inout State) {
        // Some failures keep nearly everything, and some nearly nothing.
        let chance = random.pick([0, 10, 50, 90, 100])
        for change in state.changes where random.below(100) < chance { Self.apply(change, to: &state.durableNames) }
        state.changes = []
        for (id, inode) in state.inodes.sorted(by: { $0.key < $1.key }) {
            state.inodes[id] = survivor(of: inode, chance: random.pick([0, chance, 50]))
        }
        // Names in a directory that has no durable name are lost with it.
        state.names = state.durableNames
        for path in state.durableNames.keys where !hasParents(path, state.durableNames) { state.names[path] = nil }
        state.durableNames = state.names
    }

    private func hasParents(_ path: String, _ names: [String: Int]) -> Bool {
        let parent = Self.directory(of: path)
        return parent == "/" || names[parent] != nil && hasParents(parent, names)
    }

    /// Returns the number of bytes of an interrupted write; systems stop only between sectors.
    private func part(of count: Int, at offset: Int) -> Int {
        max(0, (offset + random.below(count + 1)) / Self.sector * Self.sector - offset)
    }

    private func survivor(of inode: Inode, chance: Int) -> Inode {
        var durable = inode.durable
        if inode.content.count != durable.count, random.below(100) < chance {
            durable += [UInt8](repeating: 0, count: max(0, inode.content.count - durable.count))
            durable.removeLast(durable.count - inode.content.count)
        }
        for sector in inode.dirty.sorted() where random.below(100) < chance {
            Self.copy(sector, from: inode.content, to: &durable)
        }
        return Inode(content: durable, durable: durable)
    }

    fileprivate static func copy(_ sector: Int, from content: [UInt8], to durable: inout [UInt8]) {
        let start = sector * Self.sector
        let end = min(start + Self.sector, content.count, durable.count)
        if start < end { durable.replaceSubrange(start..<end, with: content[start..<end]) }
    }

    private static func apply(_ change: NameChange, to names: inout [String: Int]) {
        if let removed = change.removed { names[removed] = nil }
        if let added = change.added { names[added.path] = added.inode }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    private static func used(_ state: State) -> Int {
        Set(state.names.values).reduce(0) { $0 + (state.inodes[$1]?.content.count ?? 0) }
    }

    // MARK: Operations

    /// Counts an operation that changes the disk; returns whether the process ends during the operation.
    private static func begin(_ state: inout State, life: Int? = nil, _ path: String) throws(LogError) -> Bool {
        guard !state.isDown, life ?? state.life == state.life else {
            throw LogError(.operationFailed, file: path, "The process of \(path) has ended. Start it again.")
        }
        guard let left = state.operationsLeft else { return false }
        state.operationsLeft = left - 1
        if left <= 0 { state.isDown = true }
        return left <= 0
    }

    private static func takeFault(_ fault: Fault, _ state: inout State) -> Bool {
        guard let index = state.faults.firstIndex(where: { $0.fault == fault }) else { return false }
        guard state.faults[index].skip > 0 else {
            state.faults.remove(at: index)
            return true
        }
        state.faults[index].skip -= 1
        return false
    }

    /// Runs an operation on the state, under the lock.
    private func perform<Value: Sendable>(
        _ body: (inout State) throws(LogError) -> Value
    ) throws(LogError) -> Value {
        try state.withLock { state in
            Result { () throws(LogError) in try body(&state) }
        }.get()
    }

    /// Changes names; if the process ends during the change, the change may or may not be done.
    private func change(_ change: NameChange, _ path: String) throws(LogError) {
        try perform { state throws(LogError) in
            let ends = try Self.begin(&state, path)
            if !ends || random.below(2) == 0 {
                Self.apply(change, to: &state.names)
                state.changes.append(change)
            }
            if ends { throw Self.ended(path) }
        }
    }

    private static func ended(_ path: String) -> LogError {
        LogError(.operationFailed, file: path, "The process ended during an operation on \(path). Start it again.")
    }

    package func createDirectory(_ path: String) throws(LogError) {
        let inode = state.withLock { state -> Int? in
            if state.names[path] != nil { return nil }
            defer { state.nextInode += 1 }
            return state.nextInode
        }
        guard let inode else { return }
        try change(NameChange(directory: Self.directory(of: path), added: (path, inode)), path)
    }

    package func names(in directory: String) throws(LogError) -> [String] {
        try perform { state throws(LogError) in
            guard !state.isDown else { throw Self.ended(directory) }
            guard state.names[directory] != nil || state.names.keys.contains(where: { $0.hasPrefix(directory + "/") })
            else { throw Self.missing(directory) }
            return state.names.keys.filter { $0 != directory && Self.directory(of: $0) == directory }.sorted().map {
                String($0.dropFirst(directory.count + 1))
            }
        }
    }

    package func open(_ path: String, _ access: FileAccess) throws(LogError) -> any StorageFile {
        if case .creating = access {
            let inode = state.withLock { state in
                defer { state.nextInode += 1 }
                return state.nextInode
            }
            state.withLock { $0.inodes[inode] = Inode() }
            try change(NameChange(directory: Self.directory(of: path), added: (path, inode)), path)
        }
        let (inode, life) = try perform { state throws(LogError) -> (Int, Int) in
            guard !state.isDown else { throw Self.ended(path) }
            guard let inode = state.names[path] else { throw Self.missing(path) }
            return (inode, state.life)
        }
        return File(disk: self, path: path, inode: inode, life: life)
    }

    private static func missing(_ path: String) -> LogError {
        LogError(.operationFailed, file: path, "Cannot open \(path): there is no such file. Check the path.")
    }

    package func rename(_ path: String, to newPath: String) throws(LogError) {
        guard let inode = state.withLock({ $0.names[path] }) else { throw Self.missing(path) }
        try change(
            NameChange(directory: Self.directory(of: path), removed: path, added: (newPath, inode)), path)
    }

    package func remove(_ path: String) throws(LogError) {
        guard state.withLock({ $0.names[path] }) != nil else { throw Self.missing(path) }
        try change(NameChange(directory: Self.directory(of: path), removed: path), path)
    }

    package func syncDirectory(_ path: String, _ purpose: SyncPurpose) throws(LogError) {
        try perform { state throws(LogError) in
            let ends = try Self.begin(&state, path)
            if purpose == ignored, !ends { return }
            if ends { throw Self.ended(path) }
            if Self.takeFault(.sync, &state) { throw Self.failed("sync", path) }
            for change in state.changes where change.directory == path { Self.apply(change, to: &state.durableNames) }
            state.changes.removeAll { $0.directory == path }
            state.countOfSyncs[purpose, default: 0] += 1
        }
    }

    private static func failed(_ operation: String, _ path: String) -> LogError {
        LogError(.operationFailed, file: path, "Cannot \(operation) \(path): an injected fault. Try again.")
    }

    package func lock(_ path: String, exclusively: Bool) throws(LogError) -> any StorageLock {
        let life = try perform { state throws(LogError) -> Int in
            guard !state.isDown else { throw Self.ended(path) }
            guard state.locks.insert(path).inserted else {
                throw LogError(.locked, file: path, "The journal of \(path) is open in process 1. Close it there.")
            }
            return state.life
        }
        return HeldLock { [weak self] () throws(LogError) in
            guard self?.state.withLock({ $0.life == life && $0.locks.contains(path) }) == true else {
                throw LogError(.operationFailed, file: path, "\(path) was removed. Put it back.")
            }
        } release: { [weak self] in
            self?.state.withLock { if $0.life == life { $0.locks.remove(path) } }
        }
    }

    package func randomNumber() -> UInt64 { random.next() }

    /// A lock that is held until the object is released.
    private final class HeldLock: StorageLock {
        private let isHeld: @Sendable () throws(LogError) -> Void
        private let release: @Sendable () -> Void

        init(_ isHeld: @escaping @Sendable () throws(LogError) -> Void, release: @escaping @Sendable () -> Void) {
            self.isHeld = isHeld
            self.release = release
        }

        func check() throws(LogError) { try isHeld() }

        deinit { release() }
    }

    // MARK: Files

    private final class File: StorageFile {
        let disk: SimulatedDisk
        let path: String
        let inode: Int
        let life: Int

        init(disk: SimulatedDisk, path: String, inode: Int, life: Int) {
            (self.disk, self.path, self.inode, self.life) = (disk, path, inode, life)
        }

        func size() throws(LogError) -> UInt64 { UInt64(try content().count) }

        func read(count: Int, at offset: UInt64) throws(LogError) -> [UInt8] {
            Array(try content().dropFirst(Int(offset)).prefix(count))
        }

        private func content() throws(LogError) -> [UInt8] {
            try disk.perform { state throws(LogError) in
                guard !state.isDown, life == state.life else { throw SimulatedDisk.ended(path) }
                return state.inodes[inode]?.content ?? []
            }
        }

        func write(_ bytes: [UInt8], at offset: UInt64) throws(LogError) {
            try disk.perform { state throws(LogError) in
                let ends = try SimulatedDisk.begin(&state, life: life, path)
                let fails = SimulatedDisk.takeFault(.write, &state)
                let count = ends || fails ? disk.part(of: bytes.count, at: Int(offset)) : bytes.count
                let size = state.inodes[inode]?.content.count ?? 0
                let growth = max(0, Int(offset) + count - size)
                guard growth == 0 || growth <= state.capacity - SimulatedDisk.used(state) else {
                    throw LogError(
                        .noSpace, file: path, offset: offset,
                        "No space left to write \(path). Free some room on the volume.")
                }
                state.inodes[inode, default: Inode()].write(bytes.prefix(count), at: Int(offset))
                if ends { throw SimulatedDisk.ended(path) }
                if fails { throw SimulatedDisk.failed("write", path) }
            }
        }

        func sync(_ purpose: SyncPurpose) throws(LogError) {
            try disk.perform { state throws(LogError) in
                let ends = try SimulatedDisk.begin(&state, life: life, path)
                if purpose == disk.ignored, !ends { return }
                let fails = SimulatedDisk.takeFault(.sync, &state)
                guard !ends else {
                    // An unfinished sync counts as none: the power failure decides about each sector.
                    throw SimulatedDisk.ended(path)
                }
                if fails {
                    let survivor = disk.survivor(of: state.inodes[inode] ?? Inode(), chance: 50)
                    state.inodes[inode]?.durable = survivor.durable
                } else {
                    state.inodes[inode]?.syncAll()
                }
                state.inodes[inode]?.dirty = []
                if fails { throw SimulatedDisk.failed("sync", path) }
                state.countOfSyncs[purpose, default: 0] += 1
            }
        }
    }
}

extension SimulatedDisk.Inode {
    fileprivate mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        if content.count < offset + bytes.count {
            content += [UInt8](repeating: 0, count: offset + bytes.count - content.count)
        }
        content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        guard !bytes.isEmpty else { return }
        dirty.formUnion(offset / 512...(offset + bytes.count - 1) / 512)
    }

    /// Makes the dirty sectors and the size durable; sectors that a failed sync forgot stay lost.
    fileprivate mutating func syncAll() {
        if durable.count < content.count { durable += [UInt8](repeating: 0, count: content.count - durable.count) }
        durable.removeLast(durable.count - content.count)
        for sector in dirty { SimulatedDisk.copy(sector, from: content, to: &durable) }
    }
}
