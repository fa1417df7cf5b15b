import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import Testing

/// The setting of an item subscription test at `/place`, in one dialect.
final class ItemFixture: Sendable {
    let fixture: ClientFixture
    let mine: Device
    let other: Device
    private let probe: any ItemProbe
    private let lines: Box<[String]>

    init(_ data: Any?, _ wish: ItemWish, rules: String? = nil, through dialect: any ItemDialect) throws {
        fixture = try ClientFixture(data.map { ["place": $0] }, rules: rules)
        mine = fixture.device()
        other = fixture.device()
        let lines = Box<[String]>([])
        self.lines = lines
        probe = try dialect.make(wish, at: mine) { event in lines.value += [text(of: event)] }
        fixture.flush()
    }

    /// Starts the subscription and waits until its events are delivered.
    func subscribe() async {
        await probe.subscribe()
        fixture.flush()
    }

    func unsubscribe() async {
        await probe.unsubscribe()
        fixture.flush()
    }

    func hold() { mine.port.hold() }

    func release() {
        mine.port.release()
        fixture.flush()
    }

    func drop() {
        mine.port.drop()
        fixture.flush()
    }

    func restore() {
        mine.port.restore()
        fixture.flush()
    }

    /// Writes from the client that has the subscription.
    func write(_ value: Any?, at path: String) { write(value, at: path, by: mine) }

    /// Writes from another client.
    func otherWrites(_ value: Any?, at path: String) { write(value, at: path, by: other) }

    private func write(_ value: Any?, at path: String, by device: Device) {
        device.legacy.child("place/" + path).set(value)
        fixture.flush()
    }

    func rules(_ text: String) throws {
        try fixture.embedded.setRules(text)
        fixture.flush()
    }

    /// Ends the subscription and returns all events that were delivered.
    func end() async -> [String] {
        fixture.flush()
        await unsubscribe()
        #expect(fixture.listenCount == 0)
        return lines.value
    }
}

/// Returns one line for an event; an update has its description and position.
func text(of event: ItemEvent) -> String {
    let place = "\(event.itemName ?? "nil") \(event.itemPos ?? -1)"
    switch event {
    case .subscription: return "begun"
    case .unsubscription: return "over"
    case .update(let update): return "\(update.itemPos) \(update.description)"
    case .endOfSnapshot: return "end of \(place)"
    case .failure(let error, _, _): return "error \(error.code.rawValue) of \(place)"
    }
}

/// Runs the steps of a test in each dialect, and expects the same events between subscription and unsubscription.
func expectItems(
    _ data: Any? = nil, _ wish: ItemWish, rules: String? = nil, _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation, _ story: (ItemFixture) async throws -> Void = { _ in }
) async throws {
    for dialect in [LegacyItemDialect(), CallbackItemDialect(), AsyncItemDialect()] as [any ItemDialect] {
        let stage = try ItemFixture(data, wish, rules: rules, through: dialect)
        await stage.subscribe()
        try await story(stage)
        let lines = await stage.end()
        #expect(lines == ["begun"] + expected + ["over"], "through \(dialect)", sourceLocation: sourceLocation)
    }
}
