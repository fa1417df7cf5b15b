import DatasyncLog
import DatasyncTree
import DatasyncWire

/// The content of an entry of a back end.
///
/// The byte form: the level of the schema, the lowest unanswered number, the kind of the change, and its parts.
struct DatabaseEntry: Sendable {
    let change: Change
    let lowestUnanswered: UInt64
    /// The level of the schema that says what the change means.
    let level: UInt8

    /// Creates the content of an entry, at the lowest level that has its meaning.
    init(_ change: Change, lowestUnanswered: UInt64) {
        self.init(change, lowestUnanswered: lowestUnanswered, level: change.schemaLevel)
    }

    fileprivate init(_ change: Change, lowestUnanswered: UInt64, level: UInt8) {
        self.change = change
        self.lowestUnanswered = lowestUnanswered
        self.level = level
    }

    /// Reads the content of an entry.
    ///
    /// - Throws: ``DatasyncError`` `malformedText` if a newer version of the library wrote it, or if it cannot be read.
    init(_ entry: LogEntry) throws(DatasyncError) {
        if let known = entry.content as? DatabaseEntry {
            self = known
            return
        }
        let level = entry.body.first ?? 0
        guard level <= DatabaseState.schemaLevel else {
            throw DatasyncError(
                .malformedText,
                "The entry of session \(entry.run)-\(entry.session) has level \(level) of the schema; this version of the "
                    + "library reads up to \(DatabaseState.schemaLevel). Use the version that wrote it, or a later one."
            )
        }
        let result = entry.body.withUnsafeBytes { bytes in
            Result { () throws(UnreadableBytes) in
                var reader = ByteReader(bytes)
                return try reader.entry()
            }
        }
        guard case .success(let read) = result else {
            throw DatasyncError(
                .malformedText,
                "The entry of session \(entry.run)-\(entry.session), number \(entry.number), cannot be read. It was written by "
                    + "another program, or stored incompletely; restore the log from a backup.")
        }
        self = read
    }

    /// The bytes of the content.
    var bytes: [UInt8] {
        var bytes: [UInt8] = [level]
        bytes.append(varint: lowestUnanswered)
        bytes.append(change: change)
        return bytes
    }
}

extension Write {
    /// The lowest level of the schema that can express the write.
    var schemaLevel: UInt8 { parts.flatMap(\.value.deferred).map(\.schemaLevel).max() ?? 1 }
}

extension WriteValue.Deferred {
    /// The lowest level of the schema that can express the server value.
    fileprivate var schemaLevel: UInt8 {
        switch value {
        case nil: 2
        case .increment(_, from: nil)?: 3
        case .increment?, .timestamp?: 1
        }
    }
}

extension Change {
    /// The lowest level of the schema that has the meaning of the change.
    ///
    /// A change that rules judge has level 4.
    fileprivate var schemaLevel: UInt8 {
        switch self {
        case .write, .registerOnDisconnect, .replaceOnDisconnect, .closeSession, .closeRun, .setRules: 4
        case .signIn(.owner): 2
        case .ownerWrite(let write): write.schemaLevel
        case .signIn, .refused, .cancelOnDisconnect, .startRun, .setLimits: 1
        }
    }
}

extension LogEntry {
    /// Creates the entry of a change.
    init(_ origin: Origin, _ content: DatabaseEntry) {
        self.init(
            run: origin.session.run, session: origin.session.number, client: origin.writeNumber?.client,
            number: origin.number, body: content.bytes, content: content)
    }
}

extension Origin {
    /// The number of the entry, either the client's or the session's.
    var number: UInt64 { writeNumber?.number ?? sequence }

    /// The origin of an entry.
    init(_ entry: LogEntry, _ content: DatabaseEntry) {
        self.init(session: SessionName(run: entry.run, number: entry.session))
        if let client = entry.client {
            writeNumber = WriteNumber(
                client: client, number: entry.number, lowestUnanswered: content.lowestUnanswered)
        } else {
            sequence = entry.number
        }
    }
}

/// The kind of a change in its byte form.
private enum ChangeKind: UInt8 {
    case write = 1
    case conditionalWrite
    case ownerWrite
    case refused
    case registerOnDisconnect
    case cancelOnDisconnect
    case signIn
    case signOut
    case closeSession
    case closeRun
    case startRun
    case setRules
    case setLimits
    case signInAsOwner
    case replaceOnDisconnect
}

extension [UInt8] {
    fileprivate mutating func append(change: Change) {
        switch change {
        case .write(let write, nil): append(.write, write)
        case .write(let write, let hash?):
            append(.conditionalWrite, write)
            append(text: hash)
        case .ownerWrite(let write): append(.ownerWrite, write)
        case .refused(let status, let reason):
            append(ChangeKind.refused.rawValue)
            append(text: status.rawValue)
            append(text: reason)
        case .registerOnDisconnect(let write): append(.registerOnDisconnect, write)
        case .replaceOnDisconnect(let write): append(.replaceOnDisconnect, write)
        case .cancelOnDisconnect(let path):
            append(ChangeKind.cancelOnDisconnect.rawValue)
            append(path: path)
        case .signIn(.owner): append(ChangeKind.signInAsOwner.rawValue)
        case .signIn(.client(nil)): append(ChangeKind.signOut.rawValue)
        case .signIn(.client(let auth?)):
            append(ChangeKind.signIn.rawValue)
            append(auth: auth)
        case .closeSession: append(ChangeKind.closeSession.rawValue)
        case .closeRun(let run):
            append(ChangeKind.closeRun.rawValue)
            append(littleEndian: run)
        case .startRun: append(ChangeKind.startRun.rawValue)
        case .setRules(let rules):
            append(ChangeKind.setRules.rawValue)
            append(rules: rules)
        case .setLimits(let limits):
            append(ChangeKind.setLimits.rawValue)
            append(limits: limits)
        }
    }

    private mutating func append(_ kind: ChangeKind, _ write: Write) {
        append(kind.rawValue)
        append(write: write)
    }

    mutating func append(auth: RuleAuth) {
        append(text: auth.uid)
        append(optionalText: auth.provider)
        append(text: auth.token.text)
    }

    mutating func append(rules: RulesDocument) {
        append(text: rules.text)
        append(rules.source.rawValue)
    }

    mutating func append(limits: Limits) {
        for limit in [limits.children, limits.keyBytes, limits.string, limits.write, limits.listen] {
            append(varint: UInt64(limit))
        }
    }

    mutating func append(write: Write) {
        append(write.isMerge ? 1 : 0)
        append(path: write.path)
        append(varint: UInt64(write.parts.count))
        for part in write.parts {
            append(path: part.path)
            append(node: part.value.node)
            append(varint: UInt64(part.value.deferred.count))
            for deferred in part.value.deferred {
                append(path: deferred.path)
                append(node: deferred.priority)
                switch deferred.value {
                case nil: append(2)
                case .timestamp?: append(0)
                case .increment(let step, let start?)?:
                    append(1)
                    append(number: step)
                    append(number: start)
                case .increment(let step, nil)?:
                    append(3)
                    append(number: step)
                }
            }
        }
    }
}

extension ByteReader {
    fileprivate mutating func entry() throws(UnreadableBytes) -> DatabaseEntry {
        let level = try byte()
        guard level > 0 else { throw UnreadableBytes() }
        let lowestUnanswered = try varint()
        let entry = DatabaseEntry(try change(level), lowestUnanswered: lowestUnanswered, level: level)
        guard rest.isEmpty else { throw UnreadableBytes() }
        return entry
    }

    private mutating func change(_ level: UInt8) throws(UnreadableBytes) -> Change {
        switch ChangeKind(rawValue: try byte()) {
        case .write: return .write(try write(), expectedHash: nil)
        case .conditionalWrite:
            let write = try write()
            return .write(write, expectedHash: try text())
        case .ownerWrite: return .ownerWrite(try write())
        case .refused:
            let status = Status(rawValue: try text())
            return .refused(status, reason: try text())
        case .registerOnDisconnect: return .registerOnDisconnect(try write())
        case .replaceOnDisconnect: return .replaceOnDisconnect(try write())
        case .cancelOnDisconnect: return .cancelOnDisconnect(try path())
        case .signIn: return .signIn(.client(try auth()))
        case .signInAsOwner: return .signIn(.owner)
        case .signOut: return .signIn(.anyone)
        case .closeSession: return .closeSession
        case .closeRun:
            guard let run = read(UInt64.self) else { throw UnreadableBytes() }
            return .closeRun(run)
        case .startRun: return .startRun
        case .setRules: return .setRules(try rules(level))
        case .setLimits: return .setLimits(try limits())
        case nil: throw UnreadableBytes()
        }
    }

    /// Reads rules; earlier levels have no source.
    mutating func rules(_ level: UInt8) throws(UnreadableBytes) -> RulesDocument {
        let text = try text()
        guard let source = level >= 4 ? RulesDocument.Source(rawValue: try byte()) : .program,
            let rules = try? RulesDocument(source: text.utf8, from: source)
        else { throw UnreadableBytes() }
        return rules
    }

    mutating func auth() throws(UnreadableBytes) -> RuleAuth {
        let (uid, provider) = (try text(), try optionalText())
        guard let token = try? JSONParser.parse(try text()) else { throw UnreadableBytes() }
        return RuleAuth(uid: uid, provider: provider, token: token)
    }

    mutating func limits() throws(UnreadableBytes) -> Limits {
        var limits = Limits()
        for limit in [\Limits.children, \.keyBytes, \.string, \.write, \.listen] {
            guard let value = Int(exactly: try varint()) else { throw UnreadableBytes() }
            limits[keyPath: limit] = value
        }
        return limits
    }

    mutating func write() throws(UnreadableBytes) -> Write {
        let isMerge = try byte() == 1
        let path = try path()
        var parts: [MergePart] = []
        for _ in 0..<(try count()) {
            let (place, node) = (try self.path(), try node())
            var deferred: [WriteValue.Deferred] = []
            for _ in 0..<(try count()) {
                let (place, priority) = (try self.path(), try self.node(depth: 0))
                let value: DeferredValue?
                switch try byte() {
                case 0: value = .timestamp
                case 1: value = .increment(by: try number(), from: try number())
                case 2: value = nil
                case 3: value = .increment(by: try number(), from: nil)
                default: throw UnreadableBytes()
                }
                deferred.append(WriteValue.Deferred(path: place, value: value, priority: priority))
            }
            parts.append(MergePart(path: place, value: WriteValue(node, deferred: deferred)))
        }
        if isMerge { return .merge(parts, at: path) }
        guard parts.count == 1 else { throw UnreadableBytes() }
        return .set(parts[0].value, at: path)
    }
}
