import DatasyncBackend
import DatasyncTree

/// A strict reader of scenario files (format 1): it throws an error that names any unknown member, step or event.
///
/// ```swift
/// let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "my.json")))
/// let scenarios = try ScenarioReader.scenarios(in: bytes, file: "my.json")
/// ```
public enum ScenarioReader {
    /// Reads the scenarios of a file.
    ///
    /// - Parameters:
    ///   - bytes: The text of the file, in UTF-8.
    ///   - file: The name of the file, for error messages.
    /// - Returns: The scenarios, in the order of the file.
    /// - Throws: An error that names the file, the scenario and the member at fault.
    public static func scenarios(in bytes: [UInt8], file: String) throws -> [Scenario] {
        let elements = try MemberReader.elements(of: bytes, file: file, expected: "scenarios")
        return try elements.enumerated().map { try scenario($0.element, file, $0.offset) }
    }

    private static func scenario(_ json: JSON, _ file: String, _ index: Int) throws(ReadingError) -> Scenario {
        let name = json["name"]?.string ?? ""
        var reader = try MemberReader(json, file: file, place: "scenario \(index) (\(name))")
        _ = try reader.string("name")
        let data = reader.json("data") ?? .null
        try check(reader, "data") { () throws(DatasyncError) in _ = try Node(data) }
        let rules = reader.json("rules")
        try check(reader, "rules") { () throws(DatasyncError) in _ = try Rules(rules ?? .null) }
        var dialects = Dialect.allCases
        if let names = try reader.strings("dialects") {
            dialects = []
            for name in names {
                guard let dialect = Dialect(rawValue: name) else {
                    throw reader.failure("unknown dialect \"\(name)\"; known: legacy, callback, async")
                }
                dialects.append(dialect)
            }
            if dialects.isEmpty { throw reader.failure("the member \"dialects\" is empty; leave it out for all") }
        }
        let now = try reader.number("now") ?? 1_700_000_000_000
        let skew = try reader.number("skew") ?? 0
        var steps: [Scenario.Step] = []
        var known: Set<String> = []
        for (number, step) in try reader.array("steps").enumerated() {
            var step = try MemberReader(step, file: file, place: "\(reader.place), step \(number)")
            steps.append(try Self.step(&step, &known))
            try step.finish()
        }
        let expected = try expected(&reader, known)
        let interleaved = try interleaved(&reader, known, of: Set(steps.compactMap(\.client)))
        try reader.finish()
        return Scenario(
            name: name, file: file, data: data, rules: rules, now: now, skew: skew, dialects: dialects, steps: steps,
            expected: expected, interleaved: interleaved)
    }

    private static func expected(
        _ reader: inout MemberReader, _ known: Set<String>
    ) throws(ReadingError) -> [(id: String, lines: [String])] {
        guard let json = reader.json("expect") else { return [] }
        var expect = try MemberReader(json, file: reader.file, place: reader.place + ", expect")
        var expected: [(id: String, lines: [String])] = []
        for member in json.members ?? [] {
            guard known.contains(member.name) || member.name == "writes" || Trace.separate.contains(member.name) else {
                throw expect.failure(
                    "\"\(member.name)\" is no subscription of the scenario, nor \"writes\", \"\(Trace.results)\" or "
                        + "\"\(Trace.requests)\"")
            }
            expected.append((member.name, try expect.strings(member.name) ?? []))
        }
        return expected
    }

    private static func interleaved(
        _ reader: inout MemberReader, _ known: Set<String>, of clients: Set<String>
    ) throws(ReadingError) -> [(client: String, lines: [String])] {
        guard let json = reader.json("interleaved") else { return [] }
        var traces = try MemberReader(json, file: reader.file, place: reader.place + ", interleaved")
        var interleaved: [(client: String, lines: [String])] = []
        for member in json.members ?? [] {
            guard clients.contains(member.name) else {
                throw traces.failure("\"\(member.name)\" is no client of the scenario")
            }
            let lines = try traces.strings(member.name) ?? []
            for line in lines {
                let id = String(line.prefix { $0 != " " })
                guard known.contains(id) || id == "writes" else {
                    throw traces.failure(
                        "the line \"\(line)\" should begin with the id of a subscription, or with \"writes\"")
                }
            }
            interleaved.append((member.name, lines))
        }
        return interleaved
    }

    private static func step(_ reader: inout MemberReader, _ known: inout Set<String>) throws(ReadingError)
        -> Scenario.Step
    {
        let kind = try reader.string("do")
        switch kind {
        case "subscribe":
            let subscription = try subscription(&reader)
            guard known.insert(subscription.id).inserted, subscription.id != "writes" else {
                throw reader.failure("the id \"\(subscription.id)\" is taken; use another")
            }
            return .subscribe(subscription)
        case "unsubscribe":
            let id = try reader.string("id")
            guard known.contains(id) else {
                throw reader.failure("the id \"\(id)\" is not subscribed before this step")
            }
            return .unsubscribe(id: id)
        case "set", "merge", "remove", "push", "increment", "transaction", "onDisconnect":
            return .write(try write(kind, &reader))
        case "hold": return .hold(client: try reader.string("client"))
        case "release": return .release(client: try reader.string("client"))
        case "disconnect": return .disconnect(client: try reader.string("client"))
        case "connect": return .connect(client: try reader.string("client"))
        case "end": return .end(client: try reader.string("client"))
        case "authenticate":
            let uid = try reader.required("uid")
            guard uid.isNull || uid.string != nil else {
                throw reader.failure("the member \"uid\" should be a string or null")
            }
            return .authenticate(client: try reader.string("client"), uid: uid.string)
        case "rules":
            let rules = try reader.required("value")
            try check(reader, "value") { () throws(DatasyncError) in _ = try Rules(rules) }
            return .rules(rules)
        case "advance":
            guard let milliseconds = try reader.number("ms") else {
                throw reader.failure("the member \"ms\" is missing")
            }
            return .advance(milliseconds)
        default:
            throw reader.failure(
                "unknown step \"\(kind)\"; known: subscribe, unsubscribe, set, merge, remove, push, increment, transaction, "
                    + "onDisconnect, hold, release, disconnect, connect, end, authenticate, rules, advance")
        }
    }

    private static func write(_ kind: String, _ reader: inout MemberReader) throws(ReadingError) -> Scenario.Write {
        let client = try reader.string("client")
        let path = try reader.string("path")
        let write: Scenario.Write.Kind
        switch kind {
        case "set": write = .set(try reader.required("value"))
        case "merge": write = .merge(try reader.required("value"))
        case "push":
            let key = try reader.string("key")
            write = .push(try reader.required("value"), key: key)
        case "increment":
            guard let step = try reader.number("by") else { throw reader.failure("the member \"by\" is missing") }
            write = .increment(by: step, from: try reader.number("from"))
        case "transaction": write = .transaction(try change(&reader))
        case "onDisconnect": write = .onDisconnect(try reader.required("value"))
        default: write = .remove
        }
        return Scenario.Write(step: kind, client: client, path: path, kind: write)
    }

    private static func change(_ reader: inout MemberReader) throws(ReadingError) -> Scenario.Write.Change {
        let json = try reader.required("op")
        var operation = try MemberReader(json, file: reader.file, place: reader.place + ", op")
        guard let members = json.members, members.count == 1 else {
            throw operation.failure(
                "expected one of {\"add\": n}, {\"set\": value}, {\"toggle\": true}, {\"abort\": true}")
        }
        if let step = try operation.number("add") { return .add(step) }
        if let value = operation.json("set") { return .set(value) }
        if try operation.flag("toggle") { return .toggle }
        if try operation.flag("abort") { return .abort }
        try operation.finish()
        throw operation.failure("\"\(members[0].name)\" should be true")
    }

    private static func subscription(_ reader: inout MemberReader) throws(ReadingError) -> Scenario.Subscription {
        let events = try reader.strings("events") ?? []
        let childKinds = ["child_added", "child_changed", "child_removed", "child_moved"]
        for event in events where event != "value" && !childKinds.contains(event) {
            throw reader.failure(
                "unknown event \"\(event)\"; known: value, child_added, child_changed, child_removed, child_moved")
        }
        guard !events.isEmpty, events == ["value"] || events.allSatisfy(childKinds.contains) else {
            throw reader.failure("the member \"events\" should name events of one family: [\"value\"], or child events")
        }
        return Scenario.Subscription(
            id: try reader.string("id"), client: try reader.string("client"), path: try reader.string("path"),
            events: events,
            includesAcknowledgements: try reader.flag("acks"), hidesData: try reader.flag("withoutData"),
            window: try window(&reader), excludesRevocations: try reader.flag("excludeRevocations"))
    }

    private static func window(_ reader: inout MemberReader) throws(ReadingError) -> Scenario.WindowText {
        let order = try reader.optionalString("order")
        guard let json = reader.json("window") else {
            guard let order else { return .all }
            return .ordered(Scenario.OrderedWindow(order: order, bounds: [], limit: nil, isLast: false))
        }
        var window = try MemberReader(json, file: reader.file, place: reader.place + ", window")
        if order != nil || ["equalTo", "startAfter", "endBefore"].contains(where: { json[$0] != nil }) {
            return .ordered(try orderedWindow(&window, order))
        }
        let result: Scenario.WindowText
        if let limit = try window.integer("first") {
            result = .first(limit)
        } else if let limit = try window.integer("last") {
            result = .last(limit)
        } else if let key = try window.optionalString("startAt") {
            result = .startAt(key, try window.integer("limit"))
        } else if let key = try window.optionalString("endAt") {
            result = .endAt(key, try window.integer("limit"))
        } else if let bounds = try window.strings("between") {
            guard bounds.count == 2 else { throw window.failure("\"between\" should be two keys") }
            result = .between(bounds[0], bounds[1])
        } else {
            _ = try window.integer("limit")
            try window.finish()
            throw window.failure("expected first, last, startAt, startAfter, endAt, endBefore, equalTo or between")
        }
        try window.finish()
        return result
    }

    private static func orderedWindow(
        _ window: inout MemberReader, _ order: String?
    ) throws(ReadingError) -> Scenario.OrderedWindow {
        var bounds: [Scenario.OrderedWindow.Bound] = []
        for name in ["startAt", "startAfter", "endAt", "endBefore", "equalTo"] {
            if let json = window.json(name) { bounds.append(try bound(name, json, window)) }
        }
        if let json = window.json("between") {
            guard let ends = json.array, ends.count == 2 else {
                throw window.failure("\"between\" should be two bounds")
            }
            bounds += [try bound("startAt", ends[0], window), try bound("endAt", ends[1], window)]
        }
        let (first, last, limit) = (
            try window.integer("first"), try window.integer("last"), try window.integer("limit")
        )
        try window.finish()
        if bounds.isEmpty && first == nil && last == nil || [first, last, limit].compactMap(\.self).count > 1 {
            throw window.failure(
                "expected startAt, startAfter, endAt, endBefore, equalTo or between, and one of first, last and limit")
        }
        let endsOnly = bounds.allSatisfy { $0.name == "endAt" || $0.name == "endBefore" } && !bounds.isEmpty
        return Scenario.OrderedWindow(
            order: order, bounds: bounds, limit: first ?? last ?? limit, isLast: last != nil || endsOnly && first == nil
        )
    }

    private static func bound(
        _ name: String, _ json: JSON, _ window: MemberReader
    ) throws(ReadingError) -> Scenario.OrderedWindow.Bound {
        guard json.members != nil else { return .init(name: name, value: json, key: nil) }
        var bound = try MemberReader(json, file: window.file, place: window.place + ", \(name)")
        let (value, key) = (try bound.required("value"), try bound.optionalString("key"))
        try bound.finish()
        guard value.members == nil, value.array == nil else {
            throw bound.failure("the member \"value\" should be null, a boolean, a number or a string")
        }
        return .init(name: name, value: value, key: key)
    }

    private static func check(
        _ reader: MemberReader, _ member: String, _ body: () throws(DatasyncError) -> Void
    ) throws(ReadingError) {
        do throws(DatasyncError) {
            try body()
        } catch {
            throw reader.failure("the member \"\(member)\": \(error.message)")
        }
    }
}
