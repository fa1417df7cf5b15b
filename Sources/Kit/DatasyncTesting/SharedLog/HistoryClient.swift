import DatasyncBackend
import DatasyncConcurrency
import DatasyncTree
import DatasyncWire
import Synchronization

/// A client of several back ends that writes, reads and listens as fast as they answer, and records what happens.
///
/// It numbers its writes like a real client: after the end of a connection it connects to any back end, and sends the
/// unanswered writes again under their numbers.
final class HistoryClient: Sendable {
    /// The state that all clients of a run share.
    final class World: Sendable {
        let random: SeededRandom
        /// The order of all calls and responses.
        let order = Atomic(0)
        /// The back ends that accept connections.
        let backends = Guarded<[Backend]>([])
        /// Whether acknowledged writes may be lost, so that values may go back.
        let mayLose: Bool
        /// The number of counters, and of registers.
        let places: Int
        /// The most operations of a client on one back end.
        let stay: Int
        /// On average, one in this many connections has an on-disconnect write.
        let farewells: Int

        init(seed: UInt64, mayLose: Bool, stay: Int, places: Int = 8, farewells: Int = 3) {
            random = SeededRandom(seed: seed)
            self.mayLose = mayLose
            self.stay = stay
            self.places = places
            self.farewells = farewells
        }

        /// The number of operations until a client changes to another back end.
        var nextChange: Int { 1 + random.below(stay) }

        func now() -> Int { order.add(1, ordering: .acquiringAndReleasing).newValue }
    }

    private enum Purpose: Sendable {
        case operation(Int)
        case farewell(Int, Path)
        case other
    }

    private struct State: Sendable {
        var history: History
        var client: UInt128
        var lastNumber: UInt64 = 0
        var lastRequest = 0
        /// The operations without a response, in order.
        var unanswered: [Int] = []
        var purposes: [Int: Purpose] = [:]
        var port: BackendPort?
        var connection: BackendPort.Connection?
        var generation = 0
        var isGreeted = false
        var left: Int
        /// The number of operations until the client changes to another back end.
        var untilChange: Int
        var shown = Node.null
        /// The highest value of each counter that the client has seen.
        var seen: [Path: Double] = [:]
        var registers: [Path: Node] = [:]
        var isEnding = false
    }

    private enum Effect: Sendable {
        case open(Backend, generation: Int)
        case send(BackendPort.Connection, ClientMessage)
        case close(BackendPort.Connection)
        case release(BackendPort)
    }

    /// The requests on their way at a time.
    private static let window = 4
    static let counters = Path([Key(unchecked: "counters")])
    static let registers = Path([Key(unchecked: "registers")])
    static let farewells = Path([Key(unchecked: "farewells")])

    private let world: World
    /// The only back end of the client; without it, the client changes from one to another.
    private let home: Backend?
    /// Whether the client only listens.
    private let isObserver: Bool
    private let shell: Shell<State, Effect>

    /// Creates a client that has not connected yet.
    ///
    /// - Parameters:
    ///   - name: The number of the client.
    ///   - world: The state that all clients of the run share.
    ///   - operations: The number of its operations; with none, it only listens.
    ///   - home: The only back end that it connects to; without it, any.
    init(_ name: Int, in world: World, operations: Int, home: Backend? = nil) {
        self.world = world
        self.home = home
        isObserver = operations == 0
        shell = Shell(
            State(
                history: History(name: name), client: UInt128(world.random.next()) << 64 | UInt128(world.random.next()),
                left: operations, untilChange: home == nil ? world.nextChange : .max))
    }

    var history: History {
        shell.read { state in
            var history = state.history
            if state.isGreeted { history.shown = state.shown }
            return history
        }
    }

    /// Returns whether a back end is the only one of the client.
    func stays(on backend: Backend) -> Bool { home === backend }

    var isDone: Bool { shell.read { $0.left == 0 && $0.unanswered.isEmpty && $0.isGreeted } }

    /// Whether everything that the client does has reached the back end.
    var isIdle: Bool { shell.isIdle }

    func start() {
        change { state, effects in connect(&state, &effects) }
    }

    /// Ends the connection for good.
    func finish() {
        change { state, effects in
            state.isEnding = true
            if let connection = state.connection { effects.append(.close(connection)) }
            if let port = state.port { effects.append(.release(port)) }
            (state.connection, state.port, state.isGreeted) = (nil, nil, false)
        }
    }

    // MARK: Connections

    private func connect(_ state: inout State, _ effects: inout [Effect]) {
        state.generation += 1
        state.isGreeted = false
        state.shown = .null
        state.purposes = [:]
        if let connection = state.connection { effects.append(.close(connection)) }
        if let port = state.port { effects.append(.release(port)) }
        (state.connection, state.port) = (nil, nil)
        // Reads are not repeated.
        state.unanswered.removeAll { state.history.operations[$0].kind.isRead }
        state.history.connections.append(History.Connection(opened: world.now()))
        let backends = home.map { [$0] } ?? world.backends.withLock(\.self)
        guard !state.isEnding, !backends.isEmpty else { return }
        effects.append(.open(world.random.pick(backends), generation: state.generation))
    }

    private func received(_ event: LinkEvent, generation: Int) {
        change { state, effects in
            guard state.generation == generation else { return }
            switch event {
            case .message(.control(.hello)):
                state.isGreeted = true
                greet(&state, &effects)
            case .message(.response(let response)): respond(response, &state, &effects)
            case .message(.push(let push)): show(push, &state)
            case .message(.control): break
            case .closed(let reason), .refused(let reason):
                if state.isGreeted { state.history.connections[state.history.connections.count - 1].end = reason }
                connect(&state, &effects)
            case .waiting, .available: break
            }
        }
    }

    private func greet(_ state: inout State, _ effects: inout [Effect]) {
        guard state.isGreeted, state.connection != nil else { return }
        request(.listen(path: Self.counters, window: .all, tag: nil, hash: nil), .other, &state, &effects)
        if !isObserver, world.random.below(world.farewells) == 0 {
            let index = state.history.connections.count - 1
            let farewell = Self.farewells.child(Key(unchecked: "\(state.history.name)-\(index)"))
            let write = Write.set(WriteValue(.increment(by: 1, from: nil)), at: farewell)
            request(.writeOnDisconnect(write, writeNumber: nil), .farewell(index, farewell), &state, &effects)
        }
        for index in state.unanswered { send(index, &state, &effects) }
        proceed(&state, &effects)
    }

    // MARK: Operations

    private func request(
        _ action: Request.Action, _ purpose: Purpose, _ state: inout State, _ effects: inout [Effect]
    ) {
        guard let connection = state.connection else { return }
        state.lastRequest += 1
        state.purposes[state.lastRequest] = purpose
        effects.append(.send(connection, .request(Request(number: state.lastRequest, action: action))))
    }

    private func send(_ index: Int, _ state: inout State, _ effects: inout [Effect]) {
        let operation = state.history.operations[index]
        let lowest = state.unanswered.first { !state.history.operations[$0].kind.isRead } ?? index
        let number = WriteNumber(
            client: operation.client, number: operation.number,
            lowestUnanswered: state.history.operations[lowest].number)
        let action: Request.Action =
            switch operation.kind {
            case .read: .get(path: operation.place, window: .all)
            case .increment:
                .write(.set(WriteValue(.increment(by: 1, from: nil)), at: operation.place), writeNumber: number)
            case .set(let node): .write(.set(WriteValue(node), at: operation.place), writeNumber: number)
            case .conditionalSet(let node):
                .write(
                    .set(WriteValue(node), at: operation.place),
                    expectedHash: state.registers[operation.place, default: .null].hash, writeNumber: number)
            }
        request(action, .operation(index), &state, &effects)
    }

    /// Sends operations until enough are on their way.
    private func proceed(_ state: inout State, _ effects: inout [Effect]) {
        while state.isGreeted, state.connection != nil, state.left > 0, state.unanswered.count < Self.window {
            if state.untilChange == 0 {
                state.untilChange = world.nextChange
                return connect(&state, &effects)
            }
            (state.left, state.untilChange) = (state.left - 1, state.untilChange - 1)
            let key = Key(unchecked: "p\(world.random.below(world.places))")
            let value = Node.string("\(state.history.name)-\(state.history.operations.count)")
            let (kind, place): (History.Kind, Path) =
                switch world.random.below(20) {
                case 0..<8: (.increment, Self.counters.child(key))
                case 8..<13: (.set(value), Self.registers.child(key))
                case 13..<15: (.conditionalSet(value), Self.registers.child(key))
                case 15..<17: (.read, Self.counters.child(key))
                default: (.read, Self.registers.child(key))
                }
            if !kind.isRead { state.lastNumber += 1 }
            state.history.operations.append(
                History.Operation(
                    kind: kind, place: place, client: state.client, number: kind.isRead ? 0 : state.lastNumber,
                    connection: state.history.connections.count - 1, invoked: world.now()))
            state.unanswered.append(state.history.operations.count - 1)
            send(state.history.operations.count - 1, &state, &effects)
        }
    }

    private func respond(_ response: Response, _ state: inout State, _ effects: inout [Effect]) {
        switch state.purposes.removeValue(forKey: response.number) {
        case .farewell(let connection, let path)?:
            if response.status == .ok { state.history.connections[connection].farewell = path }
        case .operation(let index)?:
            if response.status == .unknownClient, world.mayLose { return renumber(&state, &effects) }
            state.unanswered.removeAll { $0 == index }
            state.history.operations[index].responded = world.now()
            state.history.operations[index].status = response.status
            state.history.operations[index].data = response.data
            note(response, state.history.operations[index], &state)
            proceed(&state, &effects)
        case .other?, nil: break
        }
    }

    /// Starts again with a new identifier, because the log has lost writes; the outcome of earlier ones is unknown.
    private func renumber(_ state: inout State, _ effects: inout [Effect]) {
        state.client += 1
        state.lastNumber = 0
        state.unanswered = []
        connect(&state, &effects)
    }

    // MARK: What the client sees

    private func note(_ response: Response, _ operation: History.Operation, _ state: inout State) {
        guard response.status == .ok else { return }
        switch operation.kind {
        case .increment:
            // The response to a repeated write is the one from then, so it may be behind.
            let result = response.data?.number ?? 0
            state.seen[operation.place] = max(state.seen[operation.place, default: 0], result)
        case .read: if let data = response.data { note(data, at: operation.place, &state) }
        case .set(let node), .conditionalSet(let node): state.registers[operation.place] = node
        }
    }

    private func note(_ value: Node, at place: Path, _ state: inout State) {
        guard let number = value.number else {
            if place.first == Self.registers.first { state.registers[place] = value }
            return
        }
        let seen = state.seen[place, default: 0]
        if number < seen, !world.mayLose {
            state.history.regressions.append("\(place) goes back from \(seen) to \(number)")
        }
        state.seen[place] = max(seen, number)
    }

    private func show(_ push: Push, _ state: inout State) {
        switch push {
        case .set(let path, let node, _): state.shown.set(node, at: path)
        case .merge(let path, let children, _):
            for (relative, node) in children { state.shown.set(node, at: path.appending(relative)) }
        default: return
        }
        for (key, value) in state.shown[Self.counters].children { note(value, at: Self.counters.child(key), &state) }
    }

    // MARK: The shell

    private func change(_ body: (inout State, inout [Effect]) -> Void) {
        _ = shell.perform(execute, body)
    }

    private func execute(_ effect: Effect) {
        switch effect {
        case .open(let backend, let generation):
            let port = backend.makePort()
            let connection = port.connect { [weak self] event in self?.received(event, generation: generation) }
            change { state, effects in
                guard state.generation == generation else {
                    effects += [.close(connection), .release(port)]
                    return
                }
                (state.port, state.connection) = (port, connection)
                greet(&state, &effects)
            }
        case .send(let connection, let message): connection.send(message)
        case .close(let connection): connection.close()
        case .release: break
        }
    }
}
