import DatasyncTree
import DatasyncWire
import TestSupport

@testable import DatasyncBackend
@testable import DatasyncEngine

/// Ada and Bob, who take turns on one client and one store, with a fault at any position.
///
/// A position is a call of the application, a change that becomes durable, or a message in one direction. Every value names
/// the user who wrote it, and the rules accept it in a session of that user only.
struct UserTurns {
    /// A disturbance at a position.
    enum Fault: String, CaseIterable, Sendable {
        /// The connection is cut, and the client connects again at once.
        case cut
        /// The connection is cut, and the client connects again when the user could not change otherwise.
        case offline
        /// The process ends, and the next one begins with the same user.
        case end
        /// The process ends, and the next one begins with the other user.
        case endForOther
        /// The connection is cut; where the user cannot change, the process ends, and the next one begins with the next user.
        case leave
        /// As ``leave``, but the next processes have no connection either.
        case leaveOffline
    }

    /// How much is delivered between two calls of the application.
    enum Pace: Int, CaseIterable, Sendable {
        /// Only what a change of the user needs, so that the user leaves while writes have no response.
        case hasty = 0
        case slow = 2
        case settled = 1_000_000
    }

    private enum Step {
        case change(String?)
        case listen(String)
        case read(String)
        /// A merge at a node that only the user may read and write, with an increment.
        case secret
        /// A merge at a node that every user may read, with an increment.
        case common
        case onDisconnect
        /// A write without a user.
        case open
        case settle
    }

    private struct Write {
        let writer: String
        let path: String
        /// The text that the path holds after the write, and no other write sets.
        let text: String
        /// The number of the change that made the write pending.
        let change: Int
    }

    static let users = ["ada", "bob"]

    static let rules = """
        {"rules": {
            "private": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}},
            "common": {
                ".read": "auth != null",
                "$key": {".write": "auth != null", ".validate": "newData.child('by').val() == auth.uid"}
            },
            "gone": {"$uid": {".write": "auth.uid == $uid"}},
            "open": {".read": true, "$key": {".write": "auth == null"}}
        }}
        """

    /// A turn of each user and another one of the first; one change of the user is direct, the others have a sign-out between.
    private static let script: [Step] = [
        .change("ada"), .listen("private/ada"), .listen("common"), .secret, .common, .onDisconnect, .secret,
        .change(nil), .open, .change("bob"), .listen("private/ada"), .listen("private/ada/k0"),
        .listen("common"), .read("private/ada"), .secret,
        .common, .onDisconnect, .secret, .change("ada"), .read("private/bob"), .common, .secret, .change(nil), .settle,
    ]

    private(set) var world: OfflineWorld
    private let pace: Pace
    /// The user of the credential.
    private var user: String?
    private var steps = Self.script[...]
    /// The user who is to be the next one, while the change is refused.
    private var next: String??
    private var movesLeft = 0
    /// Whether the process ends where the user cannot change, and whether the next one has no connection.
    private var (leaves, staysOffline) = (false, false)
    private var count = 0
    private var writes: [Write] = []
    private var lost: [Write] = []
    /// The user of each read.
    private var readers: [Int: String?] = [:]
    /// The number of changes at the last check of the cached data.
    private var checkedChanges = 0
    private(set) var problems: [String] = []
    private(set) var position = 0
    /// The fault and its position, for messages.
    private(set) var faults: [String] = []

    init(_ pace: Pace) throws {
        self.pace = pace
        world = try OfflineWorld(rules: Self.rules)
    }

    // MARK: Positions

    /// Goes on by one position; returns `false` at the end.
    mutating func advance() throws -> Bool {
        position += 1
        if let next {
            changeUser(to: next)
        } else if movesLeft > 0, world.canStep {
            movesLeft -= 1
            move()
        } else if let step = steps.popFirst() {
            movesLeft = pace.rawValue
            try perform(step)
        } else {
            return false
        }
        check()
        return problems.isEmpty
    }

    private mutating func move() {
        checkRequest()
        world.step()
    }

    private mutating func changeUser(to name: String?) {
        next = nil
        if world.client.refusalOfUserChange(to: name) == nil {
            world.perform { _ = $0.authenticate(name) }
        } else if leaves {
            end(name)
            if staysOffline { world.drop() } else { leaves = false }
        } else {
            next = .some(name)
            world.reconnect()
            if world.canStep { move() } else { problems.append("the user cannot change, and nothing is on its way") }
        }
    }

    private mutating func perform(_ step: Step) throws {
        switch step {
        case .change(let name): changeUser(to: name)
        case .listen(let path): listen(to: path)
        case .read(let path):
            let operation = world.perform { $0.read(Query(path: Self.path(path), window: .all)) }
            readers[operation.number] = user
        case .secret:
            guard let user else { return }
            try merge(at: "private/\(user)", "k\(count)", counter: "count") { "secret of \(user) \($0)" }
        case .common:
            guard let user else { return }
            let parts = [MergePart(path: Self.path("by"), value: WriteValue(.string(user)))]
            try merge(at: "common/k\(count)", "text", counter: "n", parts) { "value of \(user) \($0)" }
        case .onDisconnect:
            guard let user else { return }
            count += 1
            let value = WriteValue(.string("end of \(user) \(count)"))
            try world.perform { _ = try $0.setOnDisconnect(value, at: Self.path("gone/\(user)"), repeats: true) }
        case .open:
            // The next process after a fault has a user.
            guard user == nil else { return }
            try merge(at: "open/k\(count)", "text", counter: "n") { "value of nobody \($0)" }
        case .settle:
            world.reconnect()
            movesLeft = .max
        }
    }

    private mutating func listen(to path: String) {
        world.perform { _ = $0.listen(to: Query(path: Self.path(path), window: .all), interest: .allKinds) }
    }

    /// Writes a text and an increment with one merge.
    private mutating func merge(
        at path: String, _ key: String, counter: String, _ parts: [MergePart] = [], text: (Int) -> String
    ) throws {
        let text = text(count)
        count += 1
        let parts =
            parts + [
                MergePart(path: Self.path(key), value: WriteValue(.string(text))),
                MergePart(path: Self.path(counter), value: WriteValue(.increment(by: 1, from: 0))),
            ]
        try world.perform { _ = try $0.merge(parts, at: Self.path(path), now: 0) }
        let change = world.changes.lastIndex { if case .wrote = $0 { true } else { false } } ?? -1
        writes.append(Write(writer: user ?? "nobody", path: "\(path)/\(key)", text: text, change: change))
    }

    private static func path(_ text: String) -> Path {
        Path(text.split(separator: "/").map { Key(unchecked: "\($0)") })
    }

    // MARK: Faults

    /// Brings a fault about at the present position.
    mutating func meet(_ fault: Fault) {
        faults.append("\(fault) at position \(position)")
        let present = Self.name(of: world.client.user)
        switch fault {
        case .cut:
            world.drop()
            world.reconnect()
        case .offline: world.drop()
        case .end: end(present)
        case .endForOther: end(present == "ada" ? "bob" : "ada")
        case .leave, .leaveOffline:
            (leaves, staysOffline) = (true, fault == .leaveOffline)
            world.drop()
        }
        check()
    }

    /// Ends the process, and begins one with a user, whose application subscribes to everything.
    private mutating func end(_ name: String?) {
        let durable = world.durable
        _ = world.kill(credential: name)
        lost += writes.filter { $0.change >= durable }
        writes.removeAll { $0.change >= durable }
        readers = [:]
        checkedChanges = 0
        for path in ["private/ada", "private/bob", "common"] { listen(to: path) }
    }

    // MARK: Checks

    private static let names = Dictionary(uniqueKeysWithValues: users.map { (UserIdentity(credential: $0), $0) })

    private static func name(of user: UserIdentity?) -> String? { user.flatMap { names[$0] } }

    private mutating func check() {
        user = Self.name(of: world.client.user)
        for shown in world.takeShown() {
            switch shown {
            // A subscription that outlives its user has received the value before its removal.
            case .event(let event) where event.kind == .childRemoval: break
            case .event(let event): check(event.node, for: user, "an event")
            case .result(let operation, let node):
                if let reader = readers[operation.number] { check(node, for: reader, "a read") }
            case .input: problems.append("a transaction runs")
            }
        }
        // Each change of the cached data, or of their user, is one of the store too.
        if world.changes.count != checkedChanges {
            checkedChanges = world.changes.count
            for entry in world.client.offlineCache.entries { check(entry.node, for: user, "the cache") }
        }
        for (number, write) in world.client.replica.pending.writes {
            guard let owner = Self.name(of: world.client.writes[number]?.write.user), owner != user else { continue }
            problems.append("\(user ?? "nobody") sees a pending write of \(owner) at \(write.path)")
        }
    }

    /// Checks that a value holds no secret of another user, and no value of one that the back end has not accepted.
    private mutating func check(_ node: Node, for reader: String?, _ place: String) {
        if node.isNull { return }
        let text = node.text
        for writer in Self.users where writer != reader && text.contains(" of \(writer) ") {
            let isKnown = writes.allSatisfy { write in
                write.writer != writer || !text.contains("\"\(write.text)\"")
                    || world.backend.data[Self.path(write.path)].text == "\"\(write.text)\""
            }
            if !isKnown || text.contains("secret of \(writer) ") {
                problems.append("\(place) shows \(reader ?? "nobody") \(text)")
            }
        }
    }

    /// Checks that the next request reaches the back end in a session of the user who made it.
    private mutating func checkRequest() {
        guard !world.hasChangesToSync, let (message, uid) = world.nextToBackend else { return }
        let text = message.text
        for writer in Self.users + ["nobody"] where text.contains(" of \(writer) ") && writer != uid ?? "nobody" {
            problems.append("a write of \(writer) is sent as \(uid ?? "nobody"): \(text)")
        }
    }

    /// Goes on to the end, signs each user in once more, and checks the data.
    mutating func finish() throws {
        while try advance() {}
        guard problems.isEmpty else { return }
        for name in Self.users + [nil] {
            world.reconnect()
            settle()
            world.perform { _ = $0.authenticate(name) }
            settle()
        }
        checkData()
    }

    private mutating func settle() {
        check()
        while world.canStep, problems.isEmpty {
            move()
            check()
        }
    }

    private mutating func checkData() {
        let data = world.backend.data
        for write in writes where data[Self.path(write.path)].text != "\"\(write.text)\"" {
            problems.append("\(write.path) is \(data[Self.path(write.path)].text) instead of \(write.text)")
        }
        for write in lost where !data[Self.path(write.path)].isNull {
            problems.append("\(write.path) was lost, and was sent")
        }
        for writer in Self.users {
            let expected = writes.count { $0.path.hasPrefix("private/\(writer)/") }
            let counted = data[Self.path("private/\(writer)/count")].number ?? 0
            if counted != Double(expected) { problems.append("\(counted) of \(expected) secrets of \(writer)") }
        }
        for (list, key) in ["common", "open"].flatMap({ list in
            data[Self.path(list)].children.map { (list, $0.0) }
        }) {
            let applied = data[Self.path(list)][key][Key(unchecked: "n")].number
            if applied != 1 { problems.append("\(list)/\(key.text) was applied \(applied ?? 0) times") }
        }
        if !world.replayed.writes.isEmpty { problems.append("the store still has writes") }
        let unsettled = world.client.unsettledCount
        if unsettled > 0 { problems.append("\(unsettled) operations are unsettled") }
        if !world.isConsistent { problems.append("the changes give another state than the client's") }
        if let problem = world.client.violatedInvariant { problems.append(problem) }
    }
}
