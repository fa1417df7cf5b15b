import ClientTestSupport
import DatasyncClient
import DatasyncTree
import Testing

@Suite("Values that are not stored are reported")
struct LossTests {
    enum Status: Codable, Equatable {
        case offline
        case busy(String)
    }

    struct Profile: Codable, Equatable {
        var nick: String?
    }

    struct Person: Codable {
        var name = "ann"
        var status = Status.busy("x")
        var profile: Profile? = Profile(nick: "n")
        var tags: [String]? = ["t"]
        var scores: [String: Int] = ["s": 1]
    }

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    /// A written value, its stored form, and the paths and words of the reports.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let write: @Sendable (CodingFixture) throws -> String
        let stored: String
        let reports: [[String]]

        init(
            _ name: String, _ value: some Encodable & Sendable, _ stored: String, _ reports: [[String]] = []
        ) {
            testDescription = name
            write = { try $0.encode(value) }
            self.stored = stored
            self.reports = reports
        }
    }

    static let rows = [
        Row("nothing lost", ["a": Profile(nick: "x")], #"{"a":{"nick":"x"}}"#),
        Row(
            "an enum case without payload", ["a": [Status.offline], "b": [.busy("x")]],
            #"{"b":{"0":{"busy":{"_0":"x"}}}}"#, [["/at/a ", "Array<Status>"]]),
        Row(
            "an enum case in a struct", Person(status: .offline),
            #"{"name":"ann","profile":{"nick":"n"},"scores":{"s":1},"tags":{"0":"t"}}"#,
            [["/at/status ", "Status", "raw values"]]),
        Row(
            "an all-nil struct, and no inner report", ["a": ["x": Profile(nick: nil)], "b": ["x": Profile(nick: "n")]],
            #"{"b":{"x":{"nick":"n"}}}"#, [["/at/a ", "Dictionary<String, Profile>"]]),
        Row(
            "empty collections", Person(tags: [], scores: [:]),
            #"{"name":"ann","profile":{"nick":"n"},"status":{"busy":{"_0":"x"}}}"#,
            [["/at/tags ", "Array<String>", "empty"], ["/at/scores ", "Dictionary<String, Int>", "empty"]]),
        Row(
            "nil members", Person(profile: nil, tags: nil, scores: ["s": 1]),
            #"{"name":"ann","scores":{"s":1},"status":{"busy":{"_0":"x"}}}"#),
        Row("nil elements before others", [1, nil, 3] as [Int?], #"{"0":1,"2":3}"#),
        Row("a nil element at the end", [1, nil] as [Int?], #"{"0":1}"#, [["/at/1 ", "nil", "element", "shorter"]]),
        Row("only nil elements", [nil, nil] as [Int?], "null", [["/at/0 ", "nil", "element"]]),
        Row(
            "nil elements before others and at the end", ["a": [nil, 2, nil, nil]] as [String: [Int?]],
            #"{"a":{"1":2}}"#, [["/at/a/2 ", "nil", "element"]]),
        Row("nil before a server value", [nil, .timestamp] as [ServerValue?], #"{"1":{".sv":"timestamp"}}"#),
        Row(
            "a nil element before an empty one", ["a": [[1], nil, []]] as [String: [[Int]?]], #"{"a":{"0":{"0":1}}}"#,
            [["/at/a/2 ", "Array<Int>"]]),
        Row("nil dictionary values", ["a": 1, "b": nil] as [String: Int?], #"{"a":1}"#, [["/at/b ", "nil"]]),
        Row("a dictionary of nils as a whole", ["b": nil] as [String: Int?], "null", [["/at/b ", "nil"]]),
        Row("empty elements", [[1], [], [2]], #"{"0":{"0":1},"2":{"0":2}}"#, [["/at/1 ", "Array<Int>"]]),
        Row("empty as a whole", [Int](), "null"),
        Row("empty dictionary as a whole", [String: Int](), "null"),
        Row("empty set as a whole", Set<Int>(), "null"),
        Row("server values are not lost", ["a": [ServerValue.timestamp]], #"{"a":{"0":{".sv":"timestamp"}}}"#),
    ]

    @Test("a value that is not stored is reported once, with path, type and finding", arguments: rows)
    func reports(row: Row) throws {
        #expect(try row.write(stage) == row.stored)
        let reports = stage.reports
        #expect(reports.count == row.reports.count, "\(reports)")
        for (report, parts) in zip(reports, row.reports) {
            for part in parts { #expect(report.contains(part), "\(part)") }
            #expect(report.contains("a reader finds"))
        }
        #expect(try row.write(stage) == row.stored)
        #expect(stage.reports == [])
    }

    @Test("an array is reported exactly if it is not read back equal", arguments: 0..<32)
    func arrays(bits: Int) throws {
        let array: [Int?] = (0..<5).map { bits >> $0 & 1 == 1 ? $0 : nil }
        for count in 1...5 {
            let fresh = try CodingFixture()
            let part = Array(array.prefix(count))
            let isEqual = try fresh.roundTrip(part) == part
            #expect(fresh.reports.isEmpty == isEqual, "\(part)")
        }
    }

    @Test("empty elements of a collection are reported once for each type and each client")
    func once() throws {
        _ = try stage.encode([[1], [], [], [2]])
        #expect(stage.reports.count == 1)
        _ = try stage.encode([[], [], [1]] as [[Int]])
        #expect(stage.reports.count == 0)
        _ = try stage.encode([[], ["a"]] as [[String]])
        #expect(stage.reports.count == 1)
        let other = try CodingFixture()
        _ = try other.encode([[], [1]] as [[Int]])
        #expect(other.reports.count == 1)
    }

    @Test("after a thousand reports nothing more is reported")
    func bounded() throws {
        for number in 0..<1010 { _ = try stage.encode(["k\(number)": [], "x": [1]] as [String: [Int]]) }
        #expect(stage.reports.count == 1000)
    }

    @Test("a whole struct, class or enum that encodes to nothing is an error")
    func whole() throws {
        struct Nothing: Encodable {}
        stage.expectFailure(encoding: Status.offline, at: "/at", ["Status", "null", "raw values"])
        stage.expectFailure(encoding: Profile(nick: nil), at: "/at", ["Profile"])
        stage.expectFailure(encoding: Optional(Profile(nick: nil)), at: "/at", ["Profile"])
        stage.expectFailure(encoding: Nothing(), at: "/at", ["Nothing"])
        #expect(try stage.encode(nil as Profile?) == "null")
        #expect(stage.reports == [])
    }

    @Test("a merge without members is reported, and its explicit nulls are not")
    func merges() throws {
        #expect(try stage.merge(Profile(nick: nil)) == [])
        #expect(stage.reports.first?.contains("changes nothing") == true)
        #expect(try stage.merge(["a": nil] as [String: Int?]) == ["a=null"])
        #expect(stage.reports == [])
        #expect(try stage.merge(["a": Profile(nick: nil)]) == ["a=null"])
        #expect(stage.reports.count == 1)
    }
}
