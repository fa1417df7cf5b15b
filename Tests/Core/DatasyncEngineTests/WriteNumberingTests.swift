import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// Write numbers: given when a write is first sent, repeated on each connection until the response arrives.
struct WriteNumberingTests {
    private struct Client {
        var state = EngineState(client: 0xC)
        let path = Path([Key(unchecked: "n")])

        init(isConnected: Bool = true) {
            state.enableConnection(true)
            if isConnected { connect() }
        }

        mutating func connect(numbersWrites: Bool = true) {
            state.received(.available, now: 0)
            let hello = Control.hello(time: 0, version: "5", host: "h", session: "s", numbersWrites: numbersWrites)
            state.received(.message(.control(hello)), now: 0)
        }

        mutating func lose() { state.received(.closed(reason: "lost"), now: 0) }

        mutating func set(_ number: Double) throws {
            _ = try state.set(WriteValue(.number(number)), at: path, now: 0)
        }

        mutating func respond(_ request: Int, _ status: Status = .ok, data: Node? = nil) {
            state.received(.message(.response(Response(number: request, status: status, data: data))), now: 0)
        }

        /// Begins a transaction whose function gives a number.
        mutating func transact(_ number: Double) {
            let operation = state.beginTransaction(at: path, isVisible: true)
            compute(operation, number)
        }

        mutating func compute(_ operation: OperationID, _ number: Double) {
            for case .compute(operation, let input, _) in state.effects {
                state.computed(operation, WriteValue(.number(number)), from: input, now: 0)
            }
        }

        /// Returns the sent writes, completions and computations since the last call.
        mutating func take() -> [String] {
            defer { state.effects = [] }
            return state.effects.compactMap { effect in
                switch effect {
                case .send(.request(let request)):
                    switch request.action {
                    case .write(let write, let hash, let number):
                        write.setValue.map { value in
                            "\(request.number): \(hash == nil ? "put" : "transact") \(value.node.text) \(Self.text(number))"
                        }
                    case .writeOnDisconnect(_, let number): "\(request.number): on-disconnect \(Self.text(number))"
                    default: nil
                    }
                case .settle(_, .success): "settled"
                case .settle(_, .failure(let error)): error.code.rawValue
                case .compute: "compute"
                default: nil
                }
            }
        }

        private static func text(_ number: WriteNumber?) -> String {
            number.map { "\(String($0.client, radix: 16)) \($0.number) from \($0.lowestUnanswered)" } ?? "unnumbered"
        }
    }

    @Test("numbers are given in the order of the first sending, with the lowest one without a response")
    func numbering() throws {
        var client = Client()
        for number in 1...3 { try client.set(Double(number)) }
        #expect(client.take() == ["1: put 1 c 1 from 1", "2: put 2 c 2 from 1", "3: put 3 c 3 from 1"])
        client.respond(1)
        client.respond(3)
        try client.set(4)
        #expect(client.take() == ["settled", "settled", "4: put 4 c 4 from 2"])
        client.respond(2)
        client.respond(4)
        try client.set(5)
        #expect(client.take() == ["settled", "settled", "5: put 5 c 5 from 5"])
    }

    @Test(
        "after a reconnect, writes without a response have the same numbers, then follow those never sent [listens 4]"
    )
    func reconnect() throws {
        var client = Client()
        try client.set(1)
        client.transact(2)
        _ = try client.state.setOnDisconnect(WriteValue(.null), at: client.path, repeats: true)
        try client.set(3)
        #expect(
            client.take().filter { $0 != "compute" } == [
                "1: put 1 c 1 from 1", "2: transact 2 c 2 from 1", "3: on-disconnect unnumbered",
                "4: put 3 c 3 from 1",
            ])
        client.respond(1)
        client.lose()
        try client.set(4)
        _ = client.take()
        client.connect()
        #expect(
            client.take() == [
                "5: transact 2 c 2 from 2", "6: put 3 c 3 from 2", "7: put 4 c 4 from 2",
                "8: on-disconnect unnumbered",
            ])
        // The transaction was overridden by the write after it, and the back end has committed it all the same.
        for request in 5...7 { client.respond(request) }
        #expect(client.take() == ["settled", "settled", "settled"])
    }

    @Test("the function of a sent transaction runs again only if its input was not the present value")
    func transactions() throws {
        var client = Client()
        client.transact(1)
        #expect(client.take() == ["compute", "1: transact 1 c 1 from 1"])
        client.lose()
        client.connect()
        #expect(client.take() == ["2: transact 1 c 1 from 1"])
        client.respond(2, .dataStale)
        for case .compute(let operation, _, _) in client.state.effects { client.compute(operation, 5) }
        #expect(client.take() == ["compute", "3: transact 5 c 2 from 2"])
        client.respond(3)
        #expect(client.take() == ["settled"])
    }

    @Test("a back end that has forgotten the client gets what was first sent to it; the outcome of the rest is unknown")
    func unknownClient() throws {
        var client = Client()
        try client.set(1)
        client.transact(2)
        client.lose()
        client.connect()
        try client.set(3)
        try client.set(4)
        _ = client.take()
        client.respond(3, .unknownClient)
        #expect(
            client.take() == [
                "outcomeUnknown", "outcomeUnknown", "7: put 3 d 1 from 1", "8: put 4 d 2 from 1",
            ])
        // The other responses for the old identifier have no effect.
        for request in 4...6 { client.respond(request, .unknownClient) }
        #expect(client.take() == [])
        client.respond(7)
        client.respond(8)
        #expect(client.take() == ["settled", "settled"])
    }

    @Test("a back end without write numbers gets none, and functions of sent transactions run again [operations 18]")
    func otherBackEnds() throws {
        var client = Client(isConnected: false)
        client.connect(numbersWrites: false)
        client.transact(1)
        _ = try client.state.set(WriteValue(.number(2)), at: Path([Key(unchecked: "m")]), now: 0)
        #expect(client.take() == ["compute", "1: transact 1 unnumbered", "2: put 2 unnumbered"])
        client.lose()
        client.connect(numbersWrites: false)
        #expect(client.take() == ["3: put 2 unnumbered", "compute"])
    }
}
