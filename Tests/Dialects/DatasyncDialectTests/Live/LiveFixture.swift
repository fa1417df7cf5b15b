import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

/// The setting of a live object or collection test at `/place`, in one dialect.
final class LiveFixture: Sendable {
    let fixture: ClientFixture
    let mine: Device
    let other: Device
    private let dialect: any LiveDialect
    private let pageSize: Int?
    private let lines = Box<[String]>([])
    private let probe = Box<(any LiveProbe)?>(nil)

    init(_ data: Any?, pageSize: Int?, through dialect: any LiveDialect) throws {
        fixture = try ClientFixture(data.map { ["place": $0] })
        mine = fixture.device()
        other = fixture.device()
        self.dialect = dialect
        self.pageSize = pageSize
        fixture.flush()
    }

    /// Creates the object, and traces its events.
    func create() async throws {
        let probe = try await dialect.make(at: mine, pageSize: pageSize) { [lines] in lines.value.append($0) }
        self.probe.value = probe
        lines.value.append("made " + probe.state)
        await flush()
    }

    /// Waits until all events have been delivered.
    func flush() async { fixture.flush() }

    func hold() { mine.port.hold() }

    func release() async {
        mine.port.release()
        await flush()
    }

    func drop() async {
        mine.port.drop()
        await flush()
    }

    func restore() async {
        mine.port.restore()
        await flush()
    }

    /// Writes from the client that has the object.
    func write(_ value: Any?, at path: String = "") async { await write(value, at: path, by: mine) }

    /// Writes from another client.
    func otherWrites(_ value: Any?, at path: String = "") async { await write(value, at: path, by: other) }

    private func write(_ value: Any?, at path: String, by device: Device) async {
        device.legacy.child("place/" + path).set(value)
        await flush()
    }

    func rules(_ text: String) async throws {
        try fixture.embedded.setRules(text)
        await flush()
    }

    /// Fills the offline cache of the client and leaves no subscription.
    func remember() async {
        mine.legacy.child("place").on("value", queue: nil) { _, _ in }
        fixture.flush()
        mine.legacy.child("place").off()
        fixture.flush()
    }

    func nextPage() async {
        probe.value?.nextPage()
        await flush()
    }

    func resetPage() async {
        probe.value?.resetPage()
        await flush()
    }

    func dispose() async {
        probe.value?.dispose()
        await flush()
        await probe.value?.finish()
        lines.value.append("is " + (probe.value?.state ?? ""))
    }

    /// Returns all lines, after the last event that can be delivered.
    func end() async -> [String] {
        await flush()
        await probe.value?.finish()
        return lines.value
    }

    /// The number of listens at the back end, of both clients.
    var listenCount: Int { fixture.listenCount }
}

/// Runs the steps of a test in each dialect, and expects the same lines.
func expectStory(
    _ data: Any? = nil, pageSize: Int? = nil, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ story: (LiveFixture) async throws -> Void
) async throws {
    for dialect in [LegacyLiveDialect(), CallbackLiveDialect(), AsyncLiveDialect()] as [any LiveDialect] {
        let stage = try LiveFixture(data, pageSize: pageSize, through: dialect)
        try await story(stage)
        let lines = await stage.end()
        #expect(lines == expected, "through \(dialect)", sourceLocation: sourceLocation)
    }
}
