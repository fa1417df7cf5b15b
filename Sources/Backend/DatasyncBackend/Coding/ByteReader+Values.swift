import DatasyncLog
import DatasyncTree

/// The byte form of values in entries and snapshots.
///
/// It has a tag byte per kind, texts with their length, and numbers of variable length.
extension [UInt8] {
    /// Appends an integer: seven bits per byte, lowest first; every byte but the last has the highest bit set.
    mutating func append(varint number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { bytes in
            append(varint: UInt64(bytes.count))
            append(contentsOf: bytes)
        }
    }

    mutating func append(path: Path) {
        append(varint: UInt64(path.count))
        for key in path { append(text: key.text) }
    }

    mutating func append(number: Double) { append(littleEndian: number.bitPattern) }

    mutating func append(optionalText text: String?) {
        append(text == nil ? 0 : 1)
        if let text { append(text: text) }
    }

    mutating func append(node: Node) {
        if node.isPrioritized {
            append(ValueTag.prioritized.rawValue)
            append(node: node.priority)
        }
        switch node.content {
        case .null: append(ValueTag.null.rawValue)
        case .leaf(.boolean(let flag)): append((flag ? ValueTag.yes : .no).rawValue)
        case .leaf(.number(let number)):
            if let integer = Int64(exactly: number), integer.magnitude < 1 << 48, number.sign == .plus || integer != 0 {
                append(ValueTag.integer.rawValue)
                append(varint: UInt64(bitPattern: integer << 1 ^ integer >> 63))
            } else {
                append(ValueTag.number.rawValue)
                append(number: number)
            }
        case .leaf(.string(let text)):
            append(ValueTag.text.rawValue)
            append(text: text)
        case .inner(let children):
            append(ValueTag.children.rawValue)
            append(varint: UInt64(children.count))
            for (key, child) in children {
                append(text: key.text)
                append(node: child)
            }
        }
    }
}

/// The first byte of a value.
enum ValueTag: UInt8 {
    case null
    case no
    case yes
    case integer
    case number
    case text
    case children
    case prioritized
}

extension ByteReader {
    mutating func byte() throws(UnreadableBytes) -> UInt8 { try value(read(UInt8.self)) }

    mutating func number() throws(UnreadableBytes) -> Double { Double(bitPattern: try value(read(UInt64.self))) }

    mutating func varint() throws(UnreadableBytes) -> UInt64 {
        var result: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            if shift == 63, byte > 1 { throw UnreadableBytes() }
            result |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return result }
        }
        throw UnreadableBytes()
    }

    /// Reads the number of the parts that follow, each at least one byte long.
    mutating func count() throws(UnreadableBytes) -> Int {
        let count = try varint()
        guard count <= UInt64(rest.count) else { throw UnreadableBytes() }
        return Int(count)
    }

    mutating func text() throws(UnreadableBytes) -> String {
        let bytes = try value(read(count: try count()))
        return try value(String(validating: bytes, as: UTF8.self))
    }

    mutating func optionalText() throws(UnreadableBytes) -> String? {
        switch try byte() {
        case 0: nil
        case 1: try text()
        default: throw UnreadableBytes()
        }
    }

    mutating func key() throws(UnreadableBytes) -> Key { Key(unchecked: try text()) }

    mutating func path() throws(UnreadableBytes) -> Path {
        var keys: [Key] = []
        for _ in 0..<(try count()) { keys.append(try key()) }
        guard keys.count <= Path.maximumDepth + 1 else { throw UnreadableBytes() }
        return Path(keys)
    }

    /// Reads a node; up to `depth` levels may follow below it.
    mutating func node(depth: Int = Path.maximumDepth + 1) throws(UnreadableBytes) -> Node {
        guard let tag = ValueTag(rawValue: try byte()), depth >= 0 else { throw UnreadableBytes() }
        switch tag {
        case .null: return .null
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .integer:
            let bits = try varint()
            return .number(Double(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1)))
        case .number:
            let number = try number()
            guard number.isFinite else { throw UnreadableBytes() }
            return .number(number)
        case .text: return .string(try text())
        case .prioritized:
            let priority = try node(depth: 0)
            guard priority.isPriority, !priority.isNull else { throw UnreadableBytes() }
            let value = try node(depth: depth)
            guard !value.isPrioritized else { throw UnreadableBytes() }
            return value.withPriority(priority)
        case .children:
            var children: [(Key, Node)] = []
            let count = try count()
            children.reserveCapacity(count)
            for _ in 0..<count {
                let key = try key()
                guard !key.isPriority, children.last.map({ $0.0 < key }) ?? true else { throw UnreadableBytes() }
                children.append((key, try node(depth: depth - 1)))
            }
            return Node(Children(children))
        }
    }

    private func value<Value>(_ value: Value?) throws(UnreadableBytes) -> Value {
        guard let value else { throw UnreadableBytes() }
        return value
    }
}
