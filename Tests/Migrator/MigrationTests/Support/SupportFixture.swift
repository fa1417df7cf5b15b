import DatasyncClient
import DatasyncConcurrency
import Dispatch
import Foundation

/// A back end, a client of it, and a log of its events in order.
final class SupportFixture: Sendable {
    let embedded = EmbeddedBackend()
    let application: WebcomApplication
    /// Another client of the back end.
    let other: WebcomApplication
    /// The delivery queue of calls without a queue.
    let queue = DispatchQueue(label: "support")
    private let heard = Guarded<[String]>([])
    /// The lines of the calling thread, which have no order among the delivered ones.
    private let told = Guarded<[String]>([])

    /// Creates a back end with some data, and a client whose diagnostics are noted.
    init(_ data: Any? = nil) throws {
        let configuration = WebcomConfiguration(identifier: "support", platform: .embedded(in: embedded))
        application = WebcomApplication(configuration: configuration)
        other = WebcomApplication(configuration: configuration)
        try embedded.setData(data)
        application.defaultQueue = queue
        application.diagnostics = { [weak self] in self?.note("diagnostics \($0.code)") }
    }

    func note(_ line: String) { heard.withLock { $0.append(line) } }

    /// Notes a line of the calling thread.
    func tell(_ line: String) { told.withLock { $0.append(line) } }

    /// Notes the result of an operation.
    func note(_ what: String, _ error: WebcomError?) { note("\(what) \(error.map(\.code.rawValue) ?? "done")") }

    /// Notes a snapshot in the same form for each dialect.
    func note(
        _ name: String, _ event: String?, _ key: String?, _ previous: String?, _ isAcknowledged: Bool, _ json: Any?
    ) {
        let place = previous.map { " after \($0)" } ?? ""
        let state = isAcknowledged ? "acked" : "local"
        note("\(name) \(event ?? "none") \(key ?? "/")\(place) \(state) \(Self.text(json))")
    }

    /// Whether no line was delivered since the last `take`.
    var isSilent: Bool { heard.withLock(\.isEmpty) }

    /// Returns all lines since the last call, after everything is delivered.
    func take() -> [String] {
        flush()
        return takeFromMain()
    }

    /// Returns all lines since the last call, for callers on the main actor that have waited themselves.
    func takeFromMain() -> [String] {
        Self.emptied(told) + Self.emptied(heard)
    }

    private static func emptied(_ lines: borrowing Guarded<[String]>) -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    /// Waits until the queue, the main queue and the diagnostics have run everything posted to them, and everything posted in turn.
    func flush() {
        for _ in 0..<6 {
            queue.sync {}
            DispatchQueue.main.sync {}
            application.client.waitForReports()
        }
    }

    /// Returns Foundation's JSON as text.
    static func text(_ json: Any?) -> String {
        guard let json,
            let data = try? JSONSerialization.data(withJSONObject: json, options: [.fragmentsAllowed, .sortedKeys])
        else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }
}
