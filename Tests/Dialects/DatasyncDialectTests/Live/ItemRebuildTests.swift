import ClientTestSupport
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import DatasyncTesting
import Testing

@Suite("Rows rebuilt from item updates", .timeLimit(.minutes(30)))
struct ItemRebuildTests {
    /// The rows as rebuilt from the updates.
    private struct Table: Sendable {
        var rows: [String: [Int: String?]] = [:]
        var hasEnded = false
        var problems: [String] = []

        mutating func take(_ event: ItemEvent) {
            if event.name == "end_of_snapshot" { hasEnded = true }
            guard let update = event.update, let key = update.value(withFieldName: "key") else { return }
            let before = rows[key]
            let now = update.fieldsByPositions
            switch (update.value(withFieldName: "command"), before) {
            case ("ADD", nil):
                rows[key] = now
                if update.changedFieldsByPositions != now { problems.append("not all is new in \(update)") }
                if update.isSnapshot == hasEnded { problems.append("no snapshot, or one too late: \(update)") }
            case ("UPDATE", let before?):
                rows[key] = now
                let changed = now.filter { before[$0.key] != .some($0.value) }
                if update.changedFieldsByPositions != changed { problems.append("\(before) is not before \(update)") }
                if changed.keys.allSatisfy({ $0 == 2 }) { problems.append("nothing changed in \(update)") }
                let levels = Set(changed.keys.filter { $0 > 2 }.map { $0 > 3 })
                if levels.count > 1 { problems.append("both levels changed in \(update)") }
            case ("DELETE", .some):
                rows[key] = nil
                if update.changedFieldsByPositions != [2: "DELETE", 3: nil] {
                    problems.append("too much in \(update)")
                }
            default: problems.append("out of turn: \(update)")
            }
        }
    }

    @Test("rows follow random writes, rejections, held responses and lost connections on two levels", arguments: 0..<40)
    func rebuilt(seed: UInt64) throws {
        let random = SeededRandom(seed: 20_261_121 + seed)
        func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
        let fixture = try ClientFixture([
            "place": ["list": ["k0": ["a": 1], "k1": ["a": 2]], "details": ["k0": ["x": 1], "k2": ["x": 2]]]
        ])
        let devices = [fixture.device(), fixture.device()]
        let subscription = devices[0].node("place").itemSubscription(
            mode: .command, items: ["list"], fields: ["a"],
            secondLevel: ItemSecondLevel(fields: ["x"]) { key in "details/\(key)" }, queue: nil)
        let table = Box(Table())
        subscription.addListener(queue: nil) { event in table.value.take(event) }
        subscription.subscribe()
        if below(2) == 0 { fixture.flush() }
        for _ in 0..<150 {
            let place = devices[below(2)].legacy.child("place")
            let key = "k\(below(4))"
            switch below(16) {
            case 0, 1, 2: place.child("list/\(key)/a").set(below(4))
            case 3, 4: place.child("list/\(key)").set(nil)
            case 5, 6: place.child("list/\(key)").set(["a": below(4), "z": below(2)])
            case 7, 8, 9: place.child("details/\(key)/x").set(below(3) == 0 ? nil : below(4))
            case 10: place.child("list").set(["k1": ["a": below(4)], "k3": ["a": below(4)]])
            case 11: devices[0].port.hold()
            case 12: devices[0].port.release()
            case 13: devices[0].port.drop()
            case 14: devices[0].port.restore()
            default: devices[0].port.refuseNext(.write, with: .permissionDenied)
            }
            if below(2) == 0 { fixture.flush() }
        }
        devices[0].port.restore()
        fixture.flush()
        devices[0].port.release()
        for _ in 0..<3 { fixture.flush() }
        #expect(table.value.problems.isEmpty, "seed \(seed)")
        #expect(table.value.hasEnded)
        let rows = table.value.rows.map { "\($0.key) \(text($0.value[3])) \(text($0.value[4]))" }.sorted()
        #expect(rows == present(in: fixture), "seed \(seed)")
    }

    private func text(_ value: String??) -> String { value.flatMap(\.self) ?? "nil" }

    /// Returns the rows at the back end, read by another client.
    private func present(in fixture: ClientFixture) -> [String] {
        let rows = Box<[String]>([])
        fixture.device().legacy.child("place").once("value", queue: nil) { snapshot, _ in
            let value = snapshot.val() as? [String: Any] ?? [:]
            let list = value["list"] as? [String: Any] ?? [:]
            let details = value["details"] as? [String: Any] ?? [:]
            rows.value = list.map { key, row in
                let a = (row as? [String: Any])?["a"]
                let x = (details[key] as? [String: Any])?["x"]
                return "\(key) \(a.map { "\($0)" } ?? "nil") \(x.map { "\($0)" } ?? "nil")"
            }.sorted()
        }
        fixture.flush()
        return rows.value
    }
}
