import DatasyncClient
import DatasyncConcurrency
import Dispatch
import Foundation

/// A back end, a device of it, and what was heard there, in order.
final class SupportFixture: Sendable {
    let embedded = EmbeddedBackend()
    let application: WebcomApplication
    /// Another device.
    let other: WebcomApplication
    /// Where what names no queue is delivered.
    let queue = DispatchQueue(label: "support")
    private let heard = Guarded<[String]>([])
    /// What the calling thread has to tell: it has no order among what is delivered meanwhile.
    private let told = Guarded<[String]>([])

    /// Makes a back end that holds some data, and a device whose diagnostics are noted.
    init(_ data: Any? = nil) throws {
        let configuration = WebcomConfiguration(identifier: "support", platform: .embedded(in: embedded))
        application = WebcomApplication(configuration: configuration)
        other = WebcomApplication(configuration: configuration)
        try embedded.setData(data)
        application.defaultQueue = queue
        application.diagnostics = { [weak self] in self?.note("diagnostics \($0.code)") }
    }

    func note(_ line: String) { heard.withLock { $0.append(line) } }

    /// Notes what is so on the calling thread.
    func tell(_ line: String) { told.withLock { $0.append(line) } }

    /// Notes how something ended.
    func note(_ what: String, _ error: WebcomError?) { note("\(what) \(error.map(\.code.rawValue) ?? "done")") }

    /// Notes a snapshot in the words of whatever dialect.
    func note(
        _ name: String, _ event: String?, _ key: String?, _ previous: String?, _ isAcknowledged: Bool, _ json: Any?
    ) {
        let place = previous.map { " after \($0)" } ?? ""
        let state = isAcknowledged ? "acked" : "local"
        note("\(name) \(event ?? "none") \(key ?? "/")\(place) \(state) \(Self.text(json))")
    }

    /// Whether nothing was delivered since the last look.
    var isSilent: Bool { heard.withLock(\.isEmpty) }

    /// What was heard since the last call, once all is delivered.
    func take() -> [String] {
        flush()
        return takeFromMain()
    }

    /// The same for callers on the main actor, who have waited themselves.
    func takeFromMain() -> [String] {
        Self.emptied(told) + Self.emptied(heard)
    }

    private static func emptied(_ lines: borrowing Guarded<[String]>) -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    /// Waits until everything that was posted to the queue or the main queue, and what that posted in turn, has run.
    func flush() {
        for _ in 0..<6 {
            queue.sync {}
            DispatchQueue.main.sync {}
        }
    }

    /// Foundation's JSON as text.
    static func text(_ json: Any?) -> String {
        guard let json,
            let data = try? JSONSerialization.data(withJSONObject: json, options: [.fragmentsAllowed, .sortedKeys])
        else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}
