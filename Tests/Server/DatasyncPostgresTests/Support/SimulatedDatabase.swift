#if Postgres
    import DatasyncLog

    @testable import DatasyncPostgres

    /// The tables of a log in memory, which execute the statements of ``AppendState``.
    struct SimulatedDatabase {
        struct Row: Equatable {
            let namespace: Int64
            let identity: BatchIdentity
            let entries: [LogEntry]
        }

        private struct Presence: Hashable {
            let run: Int64
            let namespace: Int64
        }

        private struct Head {
            let id: Int64
            var number: Int64 = 0
            var identity = BatchIdentity.none
        }

        private var servers: [Int64: (writer: Int64, ended: Bool)] = [:]
        private var heads: [String: Head] = [:]
        private(set) var rows: [Row] = []
        private var presence: Set<Presence> = []

        /// Executes a statement.
        mutating func run(_ statement: DatabaseStatement, as step: AppendState.Step) -> DatabaseReply {
            let parameters = statement.parameters
            switch step {
            case .check:
                return DatabaseReply([[Self.bytes(DatabaseSchema.version), Array("UTF8".utf8), Self.bytes(1)]])
            case .register:
                let run = Self.integer(parameters[0].bytes)
                if servers[run] == nil { servers[run] = (1, false) }
                return DatabaseReply([[Self.bytes(0)]])
            case .fence:
                let run = Self.integer(parameters[0].bytes)
                guard let server = servers[run], !server.ended else { return DatabaseReply() }
                servers[run] = (server.writer + 1, false)
                return DatabaseReply([[Self.bytes(server.writer + 1)]])
            case .lookUp:
                let (ids, identity) = (Self.integers(parameters[0]), Self.identity(parameters[1], parameters[2]))
                let found = Set(rows.filter { ids.contains($0.namespace) && $0.identity == identity }.map(\.namespace))
                return DatabaseReply(found.sorted().map { [Self.bytes($0)] })
            case .find:
                let names = Self.elements(parameters[0]).map { String(decoding: $0, as: UTF8.self) }
                return DatabaseReply(
                    names.compactMap { name in heads[name].map { [Self.bytes($0.id), Array(name.utf8)] } })
            case .create:
                for (id, name) in zip(Self.integers(parameters[0]), Self.elements(parameters[1])) {
                    let name = String(decoding: name, as: UTF8.self)
                    if heads[name] == nil { heads[name] = Head(id: id) }
                }
            case .enter:
                let run = Self.integer(parameters[0].bytes)
                if servers[run]?.ended == false {
                    presence.formUnion(Self.integers(parameters[1]).map { Presence(run: run, namespace: $0) })
                }
            case .leave:
                let run = Self.integer(parameters[0].bytes)
                presence.subtract(Self.integers(parameters[1]).map { Presence(run: run, namespace: $0) })
            case .append: return append(parameters)
            case .end: servers[Self.integer(parameters[0].bytes)]?.ended = true
            }
            return DatabaseReply()
        }

        private mutating func append(_ parameters: [DatabaseStatement.Parameter]) -> DatabaseReply {
            let (run, writer) = (Self.integer(parameters[0].bytes), Self.integer(parameters[1].bytes))
            guard let server = servers[run], server.writer == writer, !server.ended else { return DatabaseReply() }
            for (run, id) in zip(Self.integers(parameters[6]), Self.integers(parameters[7])) {
                servers[run] = (servers[run]?.writer ?? 1, true)
                presence.insert(Presence(run: run, namespace: id))
            }
            let identity = Self.identity(parameters[0], parameters[2])
            var reply: [[[UInt8]?]] = []
            for (id, bytes) in zip(Self.integers(parameters[3]), Self.elements(parameters[5])) {
                guard let (name, head) = heads.first(where: { $0.value.id == id }),
                    let entries = try? EntryBatch.entries(in: bytes[...], count: Self.count(bytes))
                else { continue }
                let runs = Set(entries.map { Int64($0.run) }).filter { servers[$0] != nil }
                precondition(
                    runs.allSatisfy { presence.contains(Presence(run: $0, namespace: id)) },
                    "a run is not present in the namespace")
                let number = head.number + Int64(entries.count)
                heads[name]?.number = number
                heads[name]?.identity = identity
                rows.append(Row(namespace: id, identity: identity, entries: entries))
                reply.append(
                    [id, 1, number, 0, head.number, head.identity.run, head.identity.batch].map(Self.bytes))
            }
            return DatabaseReply(reply)
        }

        /// Ends all runs, as another server does that takes them for dead.
        mutating func endRuns() { for run in servers.keys { servers[run]?.ended = true } }

        /// Closes ended runs where they are present, as another server does.
        mutating func closeRuns() { presence = presence.filter { servers[$0.run]?.ended != true } }

        /// Whether a run has something to end in a namespace.
        func isPresent(_ run: Int64, in name: String) -> Bool {
            heads[name].map { presence.contains(Presence(run: run, namespace: $0.id)) } ?? false
        }

        /// Deletes a namespace with its rows.
        mutating func delete(_ name: String) {
            guard let head = heads.removeValue(forKey: name) else { return }
            rows.removeAll { $0.namespace == head.id }
        }

        /// Returns the texts of the entries of a namespace.
        func texts(of name: String) -> [String] {
            rows.filter { $0.namespace == heads[name]?.id }.flatMap(\.entries).map {
                String(decoding: $0.body, as: UTF8.self)
            }
        }

        private static func count(_ bytes: [UInt8]) -> Int {
            var (offset, count) = (1, 0)
            while offset < bytes.count {
                let length = bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
                (offset, count) = (offset + 4 + length, count + 1)
            }
            return count
        }

        private static func identity(
            _ run: DatabaseStatement.Parameter, _ batch: DatabaseStatement.Parameter
        ) -> BatchIdentity {
            BatchIdentity(run: integer(run.bytes), batch: integer(batch.bytes))
        }

        static func bytes(_ value: Int64) -> [UInt8] { value.bigEndianBytes }

        private static func integer(_ bytes: some Sequence<UInt8>) -> Int64 { Int64(bigEndian: bytes) }

        private static func integers(_ array: DatabaseStatement.Parameter) -> [Int64] { elements(array).map(integer) }

        private static func elements(_ array: DatabaseStatement.Parameter) -> [[UInt8]] {
            var (offset, elements): (Int, [[UInt8]]) = (20, [])
            while offset < array.bytes.count {
                let length = Int(integer(array.bytes[offset..<offset + 4]))
                elements.append(Array(array.bytes[offset + 4..<offset + 4 + length]))
                offset += 4 + length
            }
            return elements
        }
    }
#endif
