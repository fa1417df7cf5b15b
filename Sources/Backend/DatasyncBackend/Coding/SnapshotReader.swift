import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
import DatasyncWire

/// Reads a state from the pieces of a snapshot, in order and of any sizes.
struct SnapshotReader {
    private var state: DatabaseState?
    /// The bytes of a part that is not complete yet.
    private var rest: [UInt8] = []
    private var isOver = false

    /// Reads the next piece.
    mutating func read(_ piece: [UInt8]) throws(UnreadableBytes) {
        rest += piece
        let result = rest.withUnsafeBytes { bytes in
            Result { () throws(UnreadableBytes) in try readParts(bytes) }
        }
        rest.removeFirst(try result.get())
    }

    /// Returns the state after the last piece.
    func finish() throws(UnreadableBytes) -> DatabaseState {
        guard isOver, rest.isEmpty, let state else { throw UnreadableBytes() }
        return state
    }

    /// Reads all complete parts; returns the number of their bytes.
    private mutating func readParts(_ bytes: UnsafeRawBufferPointer) throws(UnreadableBytes) -> Int {
        var reader = ByteReader(bytes)
        var consumed = 0
        while let length = reader.read(UInt32.self), let kind = reader.read(UInt8.self),
            let content = reader.read(count: Int(length))
        {
            guard !isOver, let kind = SnapshotPart(rawValue: kind) else { throw UnreadableBytes() }
            var part = ByteReader(content)
            try read(kind, &part)
            guard part.rest.isEmpty else { throw UnreadableBytes() }
            consumed += Int(length) + 5
        }
        return consumed
    }

    private mutating func read(_ kind: SnapshotPart, _ part: inout ByteReader) throws(UnreadableBytes) {
        if case .head = kind {
            let level = try part.byte()
            guard case nil = state, 1...DatabaseState.schemaLevel ~= level else { throw UnreadableBytes() }
            var state = DatabaseState()
            state.time = try part.number()
            state.rules = try part.rules(level)
            state.limits = try part.limits()
            for _ in 0..<(try part.count()) {
                let run: UInt64 = try part.fixed()
                // Not finite if no time is known.
                state.closedRuns[run] = level >= 4 ? Double(bitPattern: try part.fixed()) : .infinity
            }
            if level >= 4 { state.rulesRun = try part.fixed() }
            self.state = state
            return
        }
        // Taken out, so that an edit of the data copies nothing.
        guard var state = state.take() else { throw UnreadableBytes() }
        switch kind {
        case .head: break
        case .session: try readSession(&part, into: &state)
        case .client: try readClient(&part, into: &state)
        case .value:
            let path = try part.path()
            state.data.set(try part.node(), at: path)
        case .children:
            let path = try part.path()
            var children: [(Key, Node)] = []
            for _ in 0..<(try part.count()) { children.append((try part.key(), try part.node())) }
            state.data.modify(path) { node in
                for (key, child) in children { node.modifyChild(key) { $0 = child } }
            }
        case .end:
            isOver = true
            // In the order of their writes, because clients are forgotten in that order.
            let times = state.clients.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
            for (client, known) in times { state.expiries.append(.init(client: client, time: known.time)) }
        }
        self.state = state
    }

    private func readSession(_ part: inout ByteReader, into state: inout DatabaseState) throws(UnreadableBytes) {
        let name = SessionName(run: try part.fixed(), number: try part.fixed())
        var session = DatabaseState.SharedSession()
        switch try part.byte() {
        case 0: break
        case 1: session.principal = .client(try part.auth())
        case 2: session.principal = .owner
        default: throw UnreadableBytes()
        }
        session.sequence = try part.varint()
        for _ in 0..<(try part.count()) { session.onDisconnectWrites.append(try part.write()) }
        state.sessions[name] = session
    }

    private func readClient(_ part: inout ByteReader, into state: inout DatabaseState) throws(UnreadableBytes) {
        let client: UInt128 = try part.fixed()
        let (highest, time) = (try part.varint(), try part.number())
        var responses: [WriteResult] = []
        for _ in 0..<(try part.count()) {
            let (status, reason, data) = (Status(rawValue: try part.text()), try part.optionalText(), try part.node())
            responses.append(WriteResult(status: status, reason: reason, data: data.isNull ? nil : data))
        }
        guard UInt64(responses.count) <= highest else { throw UnreadableBytes() }
        state.clients[client] = NumberedClient(highest: highest, responses: responses, time: time)
    }
}

extension ByteReader {
    fileprivate mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>() throws(UnreadableBytes) -> Number {
        guard let number = read(Number.self) else { throw UnreadableBytes() }
        return number
    }
}
