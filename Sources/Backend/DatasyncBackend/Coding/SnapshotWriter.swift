import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
import DatasyncWire

/// Writes a state piece by piece, so that a large one is never in memory twice.
///
/// A snapshot is a sequence of parts: four bytes with the length, a byte with the kind, and the content. A large node is
/// written as several parts, each with some of its children. The last part is empty.
struct SnapshotWriter: Sendable {
    /// The size in bytes above which a node is divided and a piece ends.
    static let pieceSize = 64 << 10

    private let state: DatabaseState
    /// The divided nodes, from the root down; from `next` on, their children have not been written.
    private var largePaths: [Path] = []
    private var next = 0
    /// The last key of the divided node that has been written.
    private var lastKey: Key?
    private var hasWrittenHead = false
    private var isOver = false

    init(_ state: DatabaseState) {
        self.state = state
        addLargePaths(state.data, at: .root)
    }

    private mutating func addLargePaths(_ node: Node, at path: Path) {
        guard Self.isLarge(node) else { return }
        largePaths.append(path)
        for (key, child) in node.children where Self.isLarge(child) { addLargePaths(child, at: path.child(key)) }
    }

    private static func isLarge(_ node: Node) -> Bool { !node.isLeaf && node.size > pieceSize }

    /// Returns the next piece; `nil` after the last one.
    mutating func nextPiece() -> [UInt8]? {
        if isOver { return nil }
        if !hasWrittenHead {
            hasWrittenHead = true
            return head
        }
        if next < largePaths.count { return nextChildren() }
        isOver = true
        var piece: [UInt8] = []
        // A node without children cannot have a priority, so priorities of divided nodes come last.
        for path in largePaths where state.data[path].isPrioritized {
            piece.append(part: .value) { bytes in
                bytes.append(path: path.child(.priority))
                bytes.append(node: state.data[path].priority)
            }
        }
        piece.append(part: .end) { _ in }
        return piece
    }

    private var head: [UInt8] {
        var piece: [UInt8] = []
        piece.append(part: .head) { bytes in
            bytes.append(DatabaseState.schemaLevel)
            bytes.append(number: state.time)
            bytes.append(rules: state.rules)
            bytes.append(limits: state.limits)
            bytes.append(varint: UInt64(state.closedRuns.count))
            for (run, time) in state.closedRuns.sorted(by: { $0.key < $1.key }) {
                bytes.append(littleEndian: run)
                bytes.append(littleEndian: time.bitPattern)
            }
            bytes.append(littleEndian: state.rulesRun)
        }
        for name in state.sessions.keys.sorted() {
            guard let session = state.sessions[name] else { continue }
            piece.append(part: .session) { bytes in
                bytes.append(littleEndian: name.run)
                bytes.append(littleEndian: name.number)
                switch session.principal {
                case .client(nil): bytes.append(0)
                case .client(let auth?):
                    bytes.append(1)
                    bytes.append(auth: auth)
                case .owner: bytes.append(2)
                }
                bytes.append(varint: session.sequence)
                bytes.append(varint: UInt64(session.onDisconnectWrites.count))
                for write in session.onDisconnectWrites { bytes.append(write: write) }
            }
        }
        for client in state.clients.keys.sorted() {
            guard let known = state.clients[client] else { continue }
            piece.append(part: .client) { bytes in
                bytes.append(littleEndian: client)
                bytes.append(varint: known.highest)
                bytes.append(number: known.time)
                bytes.append(varint: UInt64(known.responses.count))
                for index in 0..<known.responses.count { bytes.append(known.responses.element(at: index)) }
            }
        }
        if !Self.isLarge(state.data) {
            piece.append(part: .value) { bytes in
                bytes.append(path: .root)
                bytes.append(node: state.data)
            }
        }
        return piece
    }

    /// Returns a part with the next children of a divided node; empty if all of them are divided too.
    private mutating func nextChildren() -> [UInt8] {
        let path = largePaths[next]
        var content: [UInt8] = []
        var count = 0
        var isComplete = true
        for (key, child) in state.data[path].children.entries(from: lastKey) where key != lastKey {
            if content.count >= Self.pieceSize {
                isComplete = false
                break
            }
            lastKey = key
            if Self.isLarge(child) { continue }
            content.append(text: key.text)
            content.append(node: child)
            count += 1
        }
        if isComplete { (next, lastKey) = (next + 1, nil) }
        var piece: [UInt8] = []
        piece.append(part: .children) { bytes in
            bytes.append(path: path)
            bytes.append(varint: UInt64(count))
            bytes.append(contentsOf: content)
        }
        return piece
    }
}

/// The kind of a part of a snapshot.
enum SnapshotPart: UInt8 {
    case head = 1
    case session
    case client
    case value
    case children
    case end
}

extension [UInt8] {
    fileprivate mutating func append(part: SnapshotPart, _ write: (inout [UInt8]) -> Void) {
        let start = count
        append(littleEndian: UInt32(0))
        append(part.rawValue)
        write(&self)
        store(littleEndian: UInt32(count - start - 5), at: start)
    }

    fileprivate mutating func append(_ result: WriteResult?) {
        let result = result ?? .ok
        append(text: result.status.rawValue)
        append(optionalText: result.reason)
        append(node: result.data ?? .null)
    }
}
