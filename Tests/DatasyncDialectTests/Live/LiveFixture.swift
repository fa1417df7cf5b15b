import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

/// A story of a live object or collection at `/place`, told through one face.
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

    /// Makes the object, and traces from then on.
    func create() async throws {
        let probe = try await dialect.make(at: mine, pageSize: pageSize) { [lines] in lines.value.append($0) }
        self.probe.value = probe
        lines.value.append("made " + probe.state)
        await flush()
    }

    /// Waits until everything has been told.
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

    /// A write of the client that has the object.
    func write(_ value: Any?, at path: String = "") async { await write(value, at: path, by: mine) }

    /// A write of another client.
    func otherWrites(_ value: Any?, at path: String = "") async { await write(value, at: path, by: other) }

    private func write(_ value: Any?, at path: String, by device: Device) async {
        device.legacy.child("place/" + path).set(value)
        await flush()
    }

    func rules(_ text: String) async throws {
        try fixture.embedded.setRules(text)
        await flush()
    }

    /// Has the client know the place from earlier, and nobody listen any more.
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

    /// Everything that was told, once nothing more can be.
    func end() async -> [String] {
        await flush()
        await probe.value?.finish()
        return lines.value
    }

    /// The listens at the back end, of both clients.
    var listenCount: Int { fixture.listenCount }
}

/// Runs a story through each face, and expects one trace.
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
