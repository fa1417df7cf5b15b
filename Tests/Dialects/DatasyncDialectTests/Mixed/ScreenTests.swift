import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import Dispatch
import Testing

/// A typical screen of an application: a class on the main actor whose closures use `self`.
@MainActor
private final class Screen {
    private(set) var lines: [String] = []
    let manager: DatasyncManager

    init(_ device: Device) { manager = device.manager() }

    func show(_ line: String) { lines.append(line) }

    func begin(_ device: Device) {
        device.legacy.child("n").on(["value", "value_ack"]) { [weak self] snapshot, _ in
            self?.show("legacy \(snapshot.text)")
        } revoked: { [weak self] error in
            self?.show("legacy \(error.code)")
        }
        device.node("n").subscribe(
            Webcom.Event.ValueChange,
            Webcom.Callback { [weak self] snapshot in self?.show("callback \(snapshot.text)") }
                .onCanceled { [weak self] error in self?.show("callback \(error?.code.rawValue ?? "cancelled")") })
        manager.node(for: "n")?.subscribe { [weak self] event in
            self?.show("async \(event.value)")
        } onCompletion: { [weak self] completion in
            self?.show("async \(completion)")
        }
        manager.node(for: "n")?.decodedValueSubscribe { [weak self] (number: Int) in self?.show("decoded \(number)") }
        device.legacy.child("n").set(2) { [weak self] error in self?.show("set \(error == nil)") }
        device.node("n").set(3).done { [weak self] in self?.show("promise") }.catch { [weak self] in self?.show("\($0)")
        }
    }
}

/// Tests that closures of a class on the main actor compile without warnings and are called there, in each dialect.
@Suite("Screens on the main actor", .timeLimit(.minutes(30)))
@MainActor
struct ScreenTests {
    @Test("closures without a queue are called in order on the main actor, and do not retain the screen")
    func screen() async throws {
        let fixture = try ClientFixture(["n": 1])
        let device = fixture.device()
        device.application.defaultQueue = .main
        var screen: Screen? = Screen(device)
        screen?.begin(device)
        #expect(screen?.lines == [])
        await flushMain()
        let lines = try #require(screen?.lines)
        #expect(lines.filter { $0.hasPrefix("legacy") }.count == 5)
        #expect(lines.filter { $0.hasPrefix("callback") } == ["callback 1", "callback 2", "callback 3"])
        #expect(lines.filter { $0.hasPrefix("async") } == ["async 1", "async 2", "async 3"])
        #expect(lines.filter { $0.hasPrefix("decoded") } == ["decoded 1", "decoded 2", "decoded 3"])
        #expect(lines.contains("set true"))
        #expect(lines.contains("promise"))
        weak let gone = screen
        screen = nil
        await flushMain()
        #expect(gone == nil)
        #expect(screen == nil)
    }
}
