import DatasyncTree
import Testing

@Suite("Server values")
struct DeferredValueTests {
    @Test(
        "a server value reads and writes as itself",
        arguments: [
            (#"{".sv":"timestamp"}"#, #"{".sv":"timestamp"}"#),
            (#"{".sv":{"increment":1}}"#, #"{".sv":{"increment":1}}"#),
            (#"{".sv":{"increment":-2.5,"from":7}}"#, #"{".sv":{"increment":-2.5,"from":7}}"#),
            (#"{".sv":{"from":7,"increment":1}}"#, #"{".sv":{"increment":1,"from":7}}"#),
            (#"{".sv":{"increment":1,"from":0}}"#, #"{".sv":{"increment":1,"from":0}}"#),
            (#"{".sv":{"increment":0}}"#, #"{".sv":{"increment":0}}"#),
        ])
    func roundTrip(text: String, canonical: String) throws {
        #expect(try WriteValue(json(text), at: .root).json.text == canonical)
    }

    @Test(
        "an unknown server value is refused, with the path and the known ones",
        arguments: [
            #"{".sv":"time"}"#, #"{".sv":"Timestamp"}"#, #"{".sv":1}"#, #"{".sv":null}"#, #"{".sv":{}}"#,
            #"{".sv":[]}"#, #"{".sv":true}"#,
            #"{".sv":{"increment":"1"}}"#, #"{".sv":{"increment":null}}"#, #"{".sv":{"from":1}}"#,
            #"{".sv":{"increment":1,"by":2}}"#,
            #"{".sv":{"increment":1,"from":"0"}}"#, #"{".sv":{"increment":1,"from":null}}"#,
            #"{".sv":{"increment":{}}}"#,
        ])
    func unknown(text: String) throws {
        let error = dataError { _ = try WriteValue(["x": json(text)], at: Path("/p")) }
        #expect(error?.code == .invalidValue)
        #expect(error?.path == "/p/x")
        #expect(
            error?.message
                == #"The server value at /p/x is unknown; use {".sv":"timestamp"} or {".sv":{"increment":1,"from":0}}."#
        )
    }

    @Test(
        "a server value has no other members",
        arguments: [#"{".sv":"timestamp","a":1}"#, #"{"a":null,".sv":{"increment":1}}"#])
    func alone(text: String) throws {
        let error = dataError { _ = try WriteValue(json(text), at: Path("/p")) }
        #expect(error?.code == .invalidValue)
        #expect(error?.path == "/p")
        #expect(error?.message == "The server value at /p has other members beside \".sv\"; remove them.")
    }

    @Test(
        "an increment by or from a number that is not finite is refused",
        arguments: [Double.nan, .infinity, -.infinity])
    func finite(number: Double) throws {
        for value in [["increment": .number(number)], ["increment": 1, "from": .number(number)]] as [JSON] {
            #expect(throws: DatasyncError.self) { try WriteValue(["n": [".sv": value]], at: Path("/p")) }
        }
    }

    @Test(
        "an increment adds to the current number, or to the start where there is no value",
        arguments: [
            (nil, 1, 0, 1), (nil, 1, 5, 6), (10, 1, 5, 11), (0, 1, 5, 1), (-1, -1, 0, -2),
            (0.1, 0.2, 0, 0.30000000000000004),
            (nil, 0, 0, 0), (9_007_199_254_740_992, 1, 0, 9_007_199_254_740_992), (1, -1, 0, 0),
        ] as [(Double?, Double, Double, Double)])
    func increment(present: Double?, step: Double, start: Double, expected: Double) throws {
        let value = DeferredValue.increment(by: step, from: start)
        let node = present.map(Node.number) ?? .null
        #expect(try value.resolved(now: 0, present: node, at: .root) == .number(expected))
        #expect(value.estimate(now: 0, present: present.map(Node.number)) == .number(expected))
    }

    @Test(
        "the time is rounded down to whole milliseconds",
        arguments: [(0, 0), (1.9, 1), (1_700_000_000_000.5, 1_700_000_000_000)] as [(Double, Double)])
    func timestamp(now: Double, expected: Double) throws {
        #expect(try DeferredValue.timestamp.resolved(now: now, present: .string("x"), at: .root) == .number(expected))
        #expect(DeferredValue.timestamp.estimate(now: now, present: nil) == .number(expected))
    }

    @Test("an increment beyond the range of doubles is refused, and its estimate leaves the value")
    func overflow() throws {
        let value = DeferredValue.increment(by: .greatestFiniteMagnitude, from: 0)
        let present = Node.number(.greatestFiniteMagnitude)
        let error = dataError { _ = try value.resolved(now: 0, present: present, at: Path("/n")) }
        #expect(error?.code == .notANumber)
        #expect(error?.path == "/n")
        #expect(error?.message == "Incrementing the value at /n leaves the range of IEEE doubles; use a smaller step.")
        #expect(value.estimate(now: 0, present: present) == present)
    }
}
