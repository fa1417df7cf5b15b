import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import Testing

/// A story of an item subscription at `/place`, told through one face.
final class ItemStage: Sendable {
    let bench: Bench
    let mine: Device
    let other: Device
    private let probe: any ItemProbe
    private let lines: Box<[String]>

    init(_ data: Any?, _ wish: ItemWish, rules: String? = nil, through face: any ItemFace) throws {
        bench = try Bench(data.map { ["place": $0] }, rules: rules)
        mine = bench.device()
        other = bench.device()
        let lines = Box<[String]>([])
        self.lines = lines
        probe = try face.make(wish, at: mine) { event in lines.value += [text(of: event)] }
        bench.flush()
    }

    /// Begins, and waits for what follows.
    func subscribe() async {
        await probe.subscribe()
        bench.flush()
    }

    func unsubscribe() async {
        await probe.unsubscribe()
        bench.flush()
    }

    func hold() { mine.port.hold() }

    func release() {
        mine.port.release()
        bench.flush()
    }

    func drop() {
        mine.port.drop()
        bench.flush()
    }

    func restore() {
        mine.port.restore()
        bench.flush()
    }

    /// A write of the client that has the subscription.
    func write(_ value: Any?, at path: String) { write(value, at: path, by: mine) }

    /// A write of another client.
    func otherWrites(_ value: Any?, at path: String) { write(value, at: path, by: other) }

    private func write(_ value: Any?, at path: String, by device: Device) {
        device.legacy.child("place/" + path).set(value)
        bench.flush()
    }

    func rules(_ text: String) throws {
        try bench.embedded.setRules(text)
        bench.flush()
    }

    /// Everything that was told, once nothing more can be.
    func end() async -> [String] {
        bench.flush()
        await unsubscribe()
        #expect(bench.listenCount == 0)
        return lines.value
    }
}

/// One line for an event: an update as it describes itself, with its position.
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

/// Runs a story of a subscription that has begun through each face, and expects one trace between begin and end.
func expectItems(
    _ data: Any? = nil, _ wish: ItemWish, rules: String? = nil, _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation, _ story: (ItemStage) async throws -> Void = { _ in }
) async throws {
    for face in [LegacyItemFace(), CallbackItemFace(), AsyncItemFace()] as [any ItemFace] {
        let stage = try ItemStage(data, wish, rules: rules, through: face)
        await stage.subscribe()
        try await story(stage)
        let lines = await stage.end()
        #expect(lines == ["begun"] + expected + ["over"], "through \(face)", sourceLocation: sourceLocation)
    }
}
