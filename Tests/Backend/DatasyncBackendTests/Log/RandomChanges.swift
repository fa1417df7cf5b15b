import DatasyncTree
import DatasyncWire
import TestSupport

@testable import DatasyncBackend

/// Random changes of a few clients and sessions, as a server could append them.
struct RandomChanges {
    private var generator: SeededGenerator
    private var numbers: [UInt128: UInt64] = [:]
    private var sequences: [SessionName: UInt64] = [:]
    private var time = 1_000.0

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns a change with its origin and time.
    mutating func next() throws -> (change: Change, origin: Origin, time: Double) {
        time += Double(generator.below(1 << generator.below(31)))
        let session = SessionName(run: 1 + UInt64(generator.below(2)), number: UInt64(generator.below(4)))
        var origin = Origin(session: session)
        if generator.chance(60) {
            let client = UInt128(1 + generator.below(3)) << 70
            var number = numbers[client, default: 0] + 1
            if generator.chance(10) { number = 1 + UInt64(generator.below(Int(number))) }
            if generator.chance(3) { number += UInt64(generator.below(3)) }
            numbers[client] = max(numbers[client, default: 0], number)
            let lowest = max(1, Int(number) - generator.below(5))
            origin.writeNumber = WriteNumber(client: client, number: number, lowestUnanswered: UInt64(lowest))
        } else {
            sequences[session, default: 0] += 1
            origin.sequence = sequences[session, default: 0]
        }
        return (try change(), origin, time)
    }

    private mutating func change() throws -> Change {
        switch generator.below(24) {
        case 0: return .refused(.unavailable, reason: generator.text())
        case 1: return .registerOnDisconnect(try write())
        case 2: return .replaceOnDisconnect(try write())
        case 3: return .cancelOnDisconnect(generator.path())
        case 4:
            let user = RuleAuth(uid: generator.text(), provider: generator.optionalText(), token: ["a": 1])
            return .signIn(.client(user))
        case 5: return .signIn(generator.chance(50) ? .anyone : .owner)
        case 6: return .closeSession
        case 7:
            if generator.chance(20) { return .closeRun(1 + UInt64(generator.below(2))) }
            return .startRun
        case 8:
            let open = #"{"rules":{".read":true,".write":"auth != null || now % 2 == 0"}}"#
            return .setRules(generator.chance(50) ? .open : try RulesDocument(try JSONParser.parse(open)))
        case 9:
            var limits = Limits()
            limits.children = 3 + generator.below(50)
            return .setLimits(limits)
        case 10: return .ownerWrite(try write())
        case 11: return .write(try write(), expectedHash: generator.chance(50) ? "" : generator.text())
        default: return .write(try write(), expectedHash: nil)
        }
    }

    private mutating func write() throws -> Write {
        if generator.chance(50) {
            return .merge(try generator.parts(), at: generator.path())
        }
        return .set(try generator.writeValue(), at: generator.path())
    }
}
