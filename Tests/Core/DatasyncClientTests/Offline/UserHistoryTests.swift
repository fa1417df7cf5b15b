import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend
@testable import DatasyncEngine

/// Three users who take turns on one client and one store, online and offline, with ends of the process at any moment.
///
/// Every value names the user who wrote it. What a user wrote below `private` only that user may read, and what was written
/// below `common` everyone with a sign-in. The checker knows this, and looks at all that the application and the back end see.
struct UserHistoryTests {
    private static let users = ["ann", "bob", "eve"]

    static let rules = """
        {"rules": {
            "private": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}},
            "common": {".read": "auth != null", ".write": "auth != null"},
            "open": {".read": true, ".write": true}
        }}
        """

    private struct History {
        var world: OfflineWorld
        var generator: SeededGenerator
        var log: [String] = []
        /// The user of each operation.
        var owners: [Int: String?] = [:]
        /// The user of the credential.
        var user: String?
        var count = 0
        var problems: [String] = []

        init(seed: UInt64) throws {
            world = try OfflineWorld(rules: UserHistoryTests.rules)
            generator = SeededGenerator(seed: seed)
        }

        private static func path(_ text: String) -> Path {
            Path(text.split(separator: "/").map { Key(unchecked: "\($0)") })
        }

        private mutating func anyPath() -> Path {
            let owner = generator.pick(UserHistoryTests.users)
            return Self.path(
                generator.pick([
                    "private/\(owner)", "private/\(owner)/k", "private", "common", "common/\(owner)", "open", "open/k",
                    "",
                ]))
        }

        /// A value of the present user; one at a private path is a secret.
        private mutating func value(at path: Path) -> Node {
            count += 1
            let kind = path.first?.text == "private" ? "secret" : "value"
            return .string("\(kind) of \(user ?? "nobody") \(count)")
        }

        mutating func step() throws {
            let choice = generator.below(100)
            switch choice {
            case ..<16:
                let next = generator.chance(25) ? nil : generator.pick(UserHistoryTests.users)
                let discards = generator.chance(20)
                log.append("sign in as \(next ?? "nobody")\(discards ? ", discarding" : "")")
                world.perform { _ = $0.authenticate(next, discardsPendingWrites: discards) }
            case ..<32: try write()
            case ..<38:
                let path = anyPath()
                log.append("transaction at \(path)")
                note(world.perform { $0.beginTransaction(at: path, isVisible: true) })
            case ..<50:
                let path = anyPath()
                let window = generator.chance(20) ? try Window(limit: 1) : .all
                log.append("listen to \(path)")
                world.perform { _ = $0.listen(to: Query(path: path, window: window), interest: .allKinds) }
            case ..<55:
                let ids = world.client.replica.registrations.keys.sorted { $0.number < $1.number }
                if !ids.isEmpty {
                    let id = generator.pick(ids)
                    log.append("end \(id.number)")
                    world.perform { $0.unlisten(id) }
                }
            case ..<60:
                let path = anyPath()
                log.append("read \(path)")
                note(world.perform { $0.read(Query(path: path, window: .all)) })
            case ..<62: world.perform { _ = $0.discardWritesOfOtherUsers() }
            case ..<72:
                log.append("sync")
                world.sync(upTo: world.durable + generator.below(6))
            case ..<82:
                checkRequest()
                log.append("to back end")
                _ = world.deliverToBackend()
            case ..<92:
                log.append("to client")
                _ = world.deliverToClient()
            case ..<95:
                log.append("drop")
                world.drop()
            case ..<98:
                log.append("reconnect")
                world.reconnect()
            default:
                log.append("kill")
                _ = world.kill()
                owners = [:]
            }
            user = Self.name(of: world.client.user)
            check()
        }

        private static func name(of user: UserIdentity?) -> String? {
            UserHistoryTests.users.first { UserIdentity(credential: $0) == user }
        }

        private mutating func note(_ operation: OperationID) { owners[operation.number] = user }

        private mutating func write() throws {
            let path = anyPath()
            if path.isRoot || path.count == 1 { return }
            let node = value(at: path)
            log.append("set \(path) to \(node.text)")
            try world.perform { _ = try $0.set(WriteValue(node), at: path, now: 0) }
        }

        // MARK: Checks

        /// Returns the users whose secrets a text holds, except one.
        private func strangers(in text: String, for reader: String?) -> [String] {
            UserHistoryTests.users.filter { $0 != reader && text.contains("secret of \($0) ") }
        }

        private mutating func check() {
            for shown in world.takeShown() {
                switch shown {
                // A subscription that outlives its user has received the value before its removal.
                case .event(let event) where event.kind == .childRemoval: break
                case .event(let event): check(event.node, for: user, "an event")
                case .result(let operation, let node):
                    // An operation that was begun without a user goes on as the next user.
                    if let owner = owners[operation.number] { check(node, for: owner ?? user, "a result") }
                case .input(let operation, let node):
                    check(node, for: user, "the input of a transaction")
                    if let owner = owners[operation.number], owner != user, owner != nil {
                        problems.append("\(user ?? "nobody") continues a transaction of \(owner ?? "nobody")")
                    }
                }
            }
            for entry in world.client.offlineCache.entries { check(entry.node, for: user, "the cache") }
            for (number, write) in world.client.replica.pending.writes {
                let owner = world.client.writes[number].map { Self.name(of: $0.write.user) } ?? user
                if owner != nil, owner != user {
                    problems.append("\(user ?? "nobody") sees a pending write of \(owner ?? "nobody"): \(write.path)")
                }
            }
            if let problem = world.client.violatedInvariant { problems.append(problem) }
            // A comparison takes longer than all other checks.
            if generator.chance(5), !world.isConsistent {
                problems.append(
                    "the store differs:\n\(OfflineWorld.summary(world.replayed))\n"
                        + "\(OfflineWorld.summary(world.client.offlineState))")
            }
        }

        private mutating func check(_ node: Node, for reader: String?, _ place: String) {
            let strangers = strangers(in: node.text, for: reader)
            if !strangers.isEmpty {
                problems.append("\(place) shows \(reader ?? "nobody") \(node.text) of \(strangers)")
            }
        }

        /// Checks that the next write reaches the back end in a session of the user who made it.
        private mutating func checkRequest() {
            guard let (message, uid) = world.nextToBackend else { return }
            let text = message.text
            for writer in UserHistoryTests.users + ["nobody"]
            where text.contains(" of \(writer) ") && writer != uid ?? "nobody" {
                problems.append("a write of \(writer) is sent as \(uid ?? "nobody"): \(text)")
            }
        }

        /// Lets every user finish, and returns what is left.
        mutating func finish() {
            for name in UserHistoryTests.users + [nil] {
                world.reconnect()
                settle()
                world.perform { _ = $0.authenticate(name) }
                user = Self.name(of: world.client.user)
                settle()
                check()
            }
            if !world.replayed.writes.isEmpty { problems.append("writes are left: \(world.replayed.writes)") }
            if world.client.unsettledCount > 0 {
                problems.append("\(world.client.unsettledCount) operations are unsettled")
            }
        }

        private mutating func settle() {
            var moves = true
            while moves, problems.isEmpty {
                world.sync()
                checkRequest()
                let sent = world.deliverToBackend()
                let received = world.deliverToClient()
                user = Self.name(of: world.client.user)
                check()
                moves = sent || received
            }
        }
    }

    @Test(
        "no value, event, estimate or sent write of one user reaches another one [offline 3, 7, 8, operations sign-ins]"
    )
    func histories() throws {
        let count = UInt64(LongForm.count(400, long: 20_000))
        for seed in 1...count {
            var history = try History(seed: seed)
            for _ in 0..<(20 + history.generator.below(150)) where history.problems.isEmpty { try history.step() }
            if history.problems.isEmpty { history.finish() }
            #expect(
                history.problems.isEmpty, "seed \(seed): \(history.problems.prefix(2)) after \(history.log.suffix(30))")
            if !history.problems.isEmpty { return }
        }
    }
}
