import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import Dispatch
import Foundation
import TestSupport

/// A client over an offline store on which two users take turns, until the process is killed.
///
/// It prints each turn, each write before it is sent and after its acknowledgement, and each value that it receives. Every
/// value names its writer.
final class TurnTaker: Sendable {
    static let users = ["ada", "bob"]

    private let paths = users.map { "private/\($0)" } + ["common"]

    private let application: WebcomApplication
    private let root: Webcom
    private let round: Int
    private let queue = DispatchQueue(label: "turns")
    private let counts = Guarded<[String: Int]>([:])

    init(_ directory: String, round: Int) {
        var configuration = WebcomConfiguration(identifier: "turns", platform: .transport(LineTransport()))
        configuration.cacheMode = .automatic(at: URL(filePath: directory))
        configuration.diagnostics = { report("diagnostic \($0)") }
        configuration.restoredWriteFailed = { report("failed \($0.path) \($0.error)") }
        application = WebcomApplication(configuration: configuration)
        application.defaultQueue = queue
        root = Webcom(application)
        self.round = round
    }

    /// Takes turns without an end; the first user alternates with the rounds.
    func run() async throws {
        // Before the first sign-in, no user's pending writes are visible.
        let early = paths.map { path in
            let listener = root.child(path).on("child_added", queue: queue) { snapshot, _ in
                report("value of none \(snapshot.text)")
            } revoked: { _ in
            }
            return (path, listener)
        }
        end(early, "child_added")
        for turn in round... {
            let user = Self.users[turn % 2]
            try await signIn(user)
            // Subscriptions that outlive the user.
            _ = listen("private/\(user)", "lasting")
            if turn == round { _ = listen("common", "lasting") }
            try await take(turn, user)
        }
    }

    /// Signs each user in once more, and waits for the user's writes.
    func finish() async throws {
        for user in Self.users {
            try await signIn(user)
            try await application.waitForPendingWrites()
            try await signOut()
        }
        report("finished \(application.pendingWriteCountOfOtherUsers)")
    }

    private func take(_ turn: Int, _ user: String) async throws {
        var listeners = paths.map { ($0, listen($0, "of \(user)")) }
        for path in paths {
            let once = root.child(path).once("value", queue: queue) { snapshot, _ in
                report("value of \(user) \(snapshot.text)")
            } revoked: { _ in
            }
            listeners.append((path, once))
        }
        for index in 0...(turn % 3) {
            write(user, isCommon: index == 1)
            write(user, isCommon: index == 2)
        }
        // In two of three turns the user leaves while writes have no response.
        if turn % 3 == 0 { try await application.waitForPendingWrites() }
        end(listeners)
        queue.sync { report("leaves \(user)") }
        if turn % 2 == 0 { try await signOut() }
    }

    /// Ends subscriptions on the queue of their events, so that none is printed later.
    private func end(_ listeners: [(path: String, listener: Listener)], _ event: String = "value") {
        queue.sync {
            for (path, listener) in listeners { root.child(path).off(event, listener) }
        }
    }

    private func listen(_ path: String, _ label: String) -> Listener {
        root.child(path).on("value", queue: queue) { snapshot, _ in
            report("value \(label) \(snapshot.text)")
        } revoked: { _ in
        }
    }

    /// Sends a write with an increment, of a secret or a value that every user may read.
    private func write(_ user: String, isCommon: Bool) {
        let number = counts.withLock { counts in
            counts[user, default: 0] += 1
            return counts[user] ?? 0
        }
        let name = "\(round)-\(user)-\(number)"
        report("sent \(name)")
        let completion: Webcom.Completion = { error in report(error.map { "error \(name) \($0)" } ?? "done \(name)") }
        let increment: [String: Any] = [".sv": ["increment": 1]]
        // The text and the increment are one write.
        if isCommon {
            root.child("common/\(name)").update(
                ["by": user, "text": "value of \(user) \(number)", "n": increment], queue: queue, completion)
        } else {
            root.child("private/\(user)/\(name)").set(
                ["text": "secret of \(user) \(number)", "n": increment], queue: queue, completion)
        }
    }

    private func signIn(_ user: String) async throws {
        try await changing { try await self.application.authentication.signIn(token: user) }
        // Events that were raised before the change precede the line.
        queue.sync { report("turn \(user)") }
    }

    private func signOut() async throws {
        try await changing { try await self.application.authentication.signOut() }
    }

    /// Tries to change the user until the writes of the present one are sent.
    private func changing(_ change: () async throws -> Void) async throws {
        while true {
            do {
                return try await change()
            } catch let error as WebcomError where error.code == .unavailable {
                try await application.waitForPendingWrites()
            }
        }
    }
}
