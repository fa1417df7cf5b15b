import DatasyncEngine
package import DatasyncTesting
import DatasyncTree

/// A strict reader of engine vector files.
package enum EngineVectorReader {
    /// Reads all scripts of a file.
    ///
    /// - Throws: ``ReadingError`` that names the file, the script, the step and the member.
    package static func vectors(in bytes: [UInt8], file: String) throws(ReadingError) -> [EngineVector] {
        let scripts = try MemberReader.elements(of: bytes, file: file, expected: "scripts")
        // If any step of a file names expected listens, the listens of all its steps are checked; a step without these
        // members expects no listens.
        let speaksOfListens = scripts.contains { script in
            script["steps"]?.array?.contains { $0[".started"] != nil || $0[".stopped"] != nil } ?? false
        }
        var vectors: [EngineVector] = []
        for (index, script) in scripts.enumerated() {
            var reader = try MemberReader(script, file: file, place: "script \(index)")
            let name = try reader.string("name")
            var steps: [EngineVector.Step] = []
            for (number, step) in try reader.array("steps").enumerated() {
                steps.append(try Self.step(step, file, "script \"\(name)\", step \(number)", speaksOfListens))
            }
            _ = reader.json("comment")
            try reader.finish()
            vectors.append(EngineVector(file: file, name: name, steps: steps))
        }
        return vectors
    }

    private static func step(
        _ json: JSON, _ file: String, _ place: String, _ speaksOfListens: Bool
    ) throws(ReadingError) -> EngineVector.Step {
        var reader = try MemberReader(json, file: file, place: place)
        let input = try input(&reader)
        var events: [String] = []
        for event in try reader.array("events") { events.append(try line(event, file, place)) }
        let started = try listens(&reader, ".started", speaksOfListens)
        let stopped = try listens(&reader, ".stopped", speaksOfListens)
        _ = reader.json("comment")
        try reader.finish()
        return EngineVector.Step(input: input, events: events, started: started, stopped: stopped)
    }

    private static func input(_ reader: inout MemberReader) throws(ReadingError) -> EngineVector.Input {
        let type = try reader.string("type")
        if type == "ackUserWrite" {
            guard let write = try reader.integer("writeId") else {
                throw reader.failure("the member \"writeId\" is missing")
            }
            return .answer(write: write, isRejected: try reader.flag("revert"))
        }
        let path = try path(&reader, allowsPriority: type != "listen" && type != "unlisten")
        switch type {
        case "listen":
            guard let callback = try reader.integer("callbackId") else {
                throw reader.failure("the member \"callbackId\" is missing")
            }
            let (window, tag) = try window(&reader)
            return .listen(callback: callback, path: path, window: window, tag: tag)
        case "unlisten":
            let (window, _) = try window(&reader)
            return .unlisten(callback: try reader.integer("callbackId"), path: path, window: window)
        case "set":
            return .set(path: path, node: try node(&reader, path), isVisible: try reader.flag("visible", default: true))
        case "update": return .update(path: path, children: try children(&reader, path))
        case "serverUpdate":
            return .serverUpdate(path: path, node: try node(&reader, path), tag: try reader.integer("tag"))
        case "serverMerge":
            return .serverMerge(path: path, children: try children(&reader, path), tag: try reader.integer("tag"))
        default:
            throw reader.failure(
                "unknown type \"\(type)\"; known: listen, unlisten, set, update, serverUpdate, serverMerge, ackUserWrite"
            )
        }
    }

    private static func path(
        _ reader: inout MemberReader, allowsPriority: Bool = false
    ) throws(ReadingError) -> Path {
        let text = try reader.string("path")
        return try data(reader) { () throws(DatasyncError) in try Path(text, allowsPriority: allowsPriority) }
    }

    private static func node(_ reader: inout MemberReader, _ path: Path) throws(ReadingError) -> Node {
        let json = try reader.required("data")
        return try data(reader) { () throws(DatasyncError) in try Node(json, at: path) }
    }

    private static func children(_ reader: inout MemberReader, _ path: Path) throws(ReadingError) -> [(Path, Node)] {
        let json = try reader.required("data")
        guard let members = json.members else { throw reader.failure("the member \"data\" should be an object") }
        return try data(reader) { () throws(DatasyncError) in
            var children: [(Path, Node)] = []
            for member in members {
                let relative = try Path(member.name, allowsPriority: true)
                children.append((relative, try Node(member.value, at: path.appending(relative))))
            }
            return children
        }
    }

    private static func data<Value>(
        _ reader: MemberReader, _ body: () throws(DatasyncError) -> Value
    ) throws(ReadingError) -> Value {
        do throws(DatasyncError) {
            return try body()
        } catch {
            throw reader.failure(error.message)
        }
    }

    private static func window(_ reader: inout MemberReader) throws(ReadingError) -> (Window, tag: Int?) {
        guard let json = reader.json("params") else { return (.all, nil) }
        var params = try MemberReader(json, file: reader.file, place: reader.place + ", params")
        let tag = try params.integer("tag")
        let order = try order(&params)
        let first = try params.integer("limitToFirst")
        let last = try params.integer("limitToLast")
        var start = try bound(&params, "startAt")
        var end = try bound(&params, "endAt")
        if let after = try bound(&params, "startAfter", isInclusive: false) { start = after }
        if let before = try bound(&params, "endBefore", isInclusive: false) { end = before }
        if let only = try bound(&params, "equalTo") { (start, end) = (only, only) }
        try params.finish()
        let window = try data(params) { () throws(DatasyncError) in
            try Window(
                order: order, start: start, end: end, limit: first ?? last, side: first == nil ? .last : .first)
        }
        return (window, tag)
    }

    private static func order(_ params: inout MemberReader) throws(ReadingError) -> Order {
        if try params.flag("orderByKey") { return .key }
        if try params.flag("orderByValue") { return .value }
        guard let text = try params.optionalString("orderBy") else { return .priority }
        return try data(params) { () throws(DatasyncError) in try Order.child(text) }
    }

    private static func bound(
        _ reader: inout MemberReader, _ name: String, isInclusive: Bool = true
    ) throws(ReadingError) -> BoundValue? {
        guard let json = reader.json(name) else { return nil }
        var bound = try MemberReader(json, file: reader.file, place: reader.place + ", \(name)")
        let index = try bound.required("index")
        let key = try bound.optionalString("name")
        try bound.finish()
        let value = try data(reader) { () throws(DatasyncError) in try Node(index) }
        guard value.isLeaf || value.isNull else { throw reader.failure("the index of a bound should be a primitive") }
        return BoundValue(value.primitive, key: key, isInclusive: isInclusive)
    }

    private static func listens(
        _ reader: inout MemberReader, _ name: String, _ speaksOfListens: Bool
    ) throws(ReadingError) -> [String]? {
        guard let json = reader.json(name) else { return speaksOfListens ? [] : nil }
        var listens: [String] = []
        for entry in json.array ?? [] {
            guard let pair = entry.array, pair.count == 2, let text = pair[0].string, let tag = pair[1].integer else {
                throw reader.failure("an entry of \"\(name)\" should be [path, tag or 0], but is \(entry.text)")
            }
            let path = try data(reader) { () throws(DatasyncError) in try Path(text) }
            listens.append("\(path.relativeText)#\(tag)")
        }
        return listens
    }

    private static func line(_ json: JSON, _ file: String, _ place: String) throws(ReadingError) -> String {
        var reader = try MemberReader(json, file: file, place: place + ", event")
        let path = try path(&reader)
        let type = try reader.string("type")
        guard ["value", "child_added", "child_changed", "child_removed", "child_moved"].contains(type) else {
            throw reader.failure("unknown event type \"\(type)\"")
        }
        let data = try node(&reader, path)
        let name = try reader.optionalString("name")
        let previous = reader.json("prevName")?.string
        _ = reader.json("callbackId")
        try reader.finish()
        return EngineVectorRun.line(path: path, type: type, name: name, previous: previous, node: data)
    }
}
