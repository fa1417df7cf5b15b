import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncLive
import DatasyncTree
import Dispatch
import Observation
import Testing

@Suite("Listeners of live objects", .timeLimit(.minutes(30)))
struct LiveListenerTests {
    private let fixture: ClientFixture
    private let device: Device
    private let object: LiveObject
    private let manager: DatasyncManager

    /// Creates a live object that is loaded and has the model 1.
    init() throws {
        fixture = try ClientFixture(["place": 1])
        device = fixture.device()
        manager = device.manager()
        object = device.legacy.child("place").liveObject(queue: nil)
        fixture.flush()
    }

    private func write(_ value: Any?) {
        device.legacy.child("place").set(value)
        fixture.flush()
    }

    @Test("L14: a string-event listener that is added late is called with the next change; the model is readable")
    func late() {
        let heard = Box<[String]>([])
        object.on("dataUpdated", queue: nil) { heard.value.append($0.model?.text ?? "none") }
        fixture.flush()
        #expect(heard.value == [])
        #expect(object.model?.text == "1")
        write(2)
        #expect(heard.value == ["2"])
    }

    @Test("L15: an observer that is added late is called at once with the current state, then on changes")
    func lateObserver() async throws {
        let live = device.node("place").liveObject(queue: nil)
        let heard = Box<[String]>([])
        let token = live.observe(queue: nil) { update in
            heard.value.append("\(update.model?.text ?? "none") \(update.dataStatus) \(update.changes.map(\.rawValue))")
        }
        fixture.flush()
        #expect(heard.value == ["1 fresh []"])
        write(2)
        #expect(
            heard.value.dropFirst() == [
                #"2 local ["dataStatusChanged", "dataUpdated"]"#, #"2 fresh ["dataStatusChanged"]"#,
            ])
        token.invalidate()
        token.invalidate()
        write(3)
        #expect(heard.value.count == 3)
        let node = try manager.nodeThrows(for: "place")
        var updates = node.liveObject(as: Int.self, queue: nil).updates.makeAsyncIterator()
        let first = await updates.next()
        #expect(first?.model == 3 && first?.changes == [])
    }

    @Test("L15: releasing a token ends the observation, and releasing the last one the object")
    func tokens() async {
        let heard = Box(0)
        var token: Webcom.LiveToken? = device.node("place").liveObject(queue: nil).observe(queue: nil) { _ in
            heard.value += 1
        }
        fixture.flush()
        #expect(heard.value == 1)
        #expect(token != nil)
        token = nil
        write(2)
        #expect(heard.value == 1)
        object.dispose()
        fixture.flush()
        #expect(fixture.listenCount == 0)
    }

    @Test("L16: a once listener is called once for two changes")
    func once() {
        let heard = Box(0)
        object.once("dataUpdated", queue: nil) { _ in heard.value += 1 }
        write(2)
        write(3)
        #expect(heard.value == 1)
    }

    @Test(
        "L17: a listener that an earlier one removes is not called; an added one is first called at the next event")
    func changedMeanwhile() {
        let heard = Box<[String]>([])
        let isFirst = Box(true)
        object.on("dataUpdated", queue: nil) { [object] _ in
            heard.value.append("first")
            guard isFirst.value else { return }
            isFirst.value = false
            object.removeAllListeners("dataUpdated")
            object.on("dataUpdated", queue: nil) { _ in heard.value.append("third") }
        }
        object.on("dataUpdated", queue: nil) { _ in heard.value.append("second") }
        write(2)
        #expect(heard.value == ["first"])
        write(3)
        #expect(heard.value == ["first", "third"])
    }

    @Test(
        "L18: removing the listeners of one event leaves the others; after removing all, on works again"
    )
    func removal() {
        let heard = Box<[String]>([])
        object.on("dataUpdated", queue: nil) { _ in heard.value.append("data") }
        object.on("dataStatusChanged", queue: nil) { _ in heard.value.append("status") }
        object.removeAllListeners("dataUpdated")
        write(2)
        #expect(heard.value == ["status", "status"])
        #expect(object.model?.text == "2")
        object.removeAllListeners()
        write(3)
        #expect(heard.value.count == 2)
        #expect(object.model?.text == "3")
        object.on("dataUpdated", queue: nil) { _ in heard.value.append("again") }
        write(4)
        #expect(heard.value.last == "again")
    }

    @Test("L19: on after dispose, and an unknown event, are reported to the diagnostics and have no effect")
    func misuse() {
        let told = Box<[String]>([])
        device.application.client.diagnostics = { told.value.append($0.description) }
        object.on("dataUpdate", queue: nil) { _ in }
        object.removeAllListeners("updated")
        object.dispose()
        object.dispose()
        object.on("dataUpdated", queue: nil) { _ in told.value.append("called") }
        write(2)
        #expect(
            told.value == [
                "unknownEvent: The event \"dataUpdate\" is unknown; did you mean \"dataUpdated\"? Known are: "
                    + "loadingStatusChanged, dataStatusChanged, dataUpdated, hasMoreChanged, dataError.",
                "unknownEvent: The event \"updated\" is unknown; did you mean \"dataUpdated\"? Known are: "
                    + "loadingStatusChanged, dataStatusChanged, dataUpdated, hasMoreChanged, dataError.",
                "released: A listener for \"dataUpdated\" of the live data at /place has no effect, as they were disposed "
                    + "of; make new ones.",
            ])
    }

    @Test("disposed of inside a listener: later listeners are not called")
    func disposedInside() {
        let heard = Box<[String]>([])
        object.on("dataStatusChanged", queue: nil) { [object] _ in
            heard.value.append("status")
            object.dispose()
        }
        object.on("dataUpdated", queue: nil) { _ in heard.value.append("data") }
        write(2)
        #expect(heard.value == ["status"])
        #expect(object.loadingStatus == .error && object.dataStatus == .error)
        #expect(object.model == nil)
    }

    @Test("C10: the models inside dataUpdated are those of the update")
    func models() {
        let collection = device.legacy.child("list").liveCollection(pageSize: 2, queue: nil)
        let isSame = Box<[Bool]>([])
        collection.on("dataUpdated", queue: nil) { [weak collection] update in
            isSame.value.append(collection?.models.map(\.text) == update.models.map(\.text))
        }
        for number in 0..<5 { device.legacy.child("list/\(number)").set(number) }
        fixture.flush()
        #expect(isSame.value.count >= 2)
        #expect(!isSame.value.contains(false))
    }

    @Test("a listener on another queue is called there, and never after its removal")
    func otherQueue() {
        let other = ClientFixture.queue("other")
        let heard = Box(0)
        object.on("dataUpdated", queue: other) { _ in heard.value += 1 }
        write(2)
        other.sync {}
        #expect(heard.value == 1)
        object.removeAllListeners()
        write(3)
        other.sync {}
        #expect(heard.value == 1)
    }

    @Test("a tracked object notifies once for each change, with consistent statuses")
    func tracking() throws {
        let live = try manager.nodeThrows(for: "place").liveObject(as: Int.self, queue: nil)
        let changes = Box(0)
        let states = Box<[String]>([])
        @Sendable func track() {
            withObservationTracking {
                states.value.append("\(live.loadingStatus) \(live.dataStatus) \(live.model ?? -1)")
            } onChange: {
                changes.value += 1
                fixture.queue.async { track() }
            }
        }
        fixture.queue.sync { track() }
        fixture.flush()
        #expect(states.value == ["loaded fresh 1"])
        device.port.hold()
        write(2)
        #expect(changes.value == 1)
        device.port.release()
        fixture.flush()
        #expect(changes.value == 2)
        fixture.queue.sync { live.dispose() }
        fixture.flush()
        #expect(changes.value == 3)
        #expect(states.value == ["loaded fresh 1", "loaded local 2", "loaded fresh 2", "error error -1"])
    }

    @Test("a tracked collection notifies once for a page with its statuses and hasMore")
    func trackingPages() throws {
        let fixture = try ClientFixture(["list": ["a": 1, "b": 2, "c": 3]])
        let device = fixture.device()
        let manager = device.manager()
        let live = try manager.nodeThrows(for: "list").liveCollection(of: Int.self, pageSize: 2, queue: nil)
        let states = Box<[String]>([])
        @Sendable func track() {
            withObservationTracking {
                let models = live.models.map { "\($0.id)\($0.model)" }
                states.value.append("\(live.loadingStatus) \(models) \(live.hasMore)")
            } onChange: {
                fixture.queue.async { track() }
            }
        }
        fixture.flush()
        fixture.queue.sync { track() }
        device.port.hold()
        live.nextPage()
        fixture.flush()
        device.port.release()
        fixture.flush()
        #expect(
            states.value == [
                #"loaded ["a1", "b2"] true"#, #"loading ["a1", "b2"] true"#, #"loaded ["a1", "b2", "c3"] false"#,
            ])
    }

    @Test("a value that cannot be decoded gives no model and an error with path and type; the next value is decoded")
    func undecodable() throws {
        let live = try manager.nodeThrows(for: "place").liveObject(as: Int.self, queue: nil)
        fixture.flush()
        write("text")
        #expect(live.model == nil)
        #expect(live.error?.code == .decodingFailed && live.error?.path == "/place")
        #expect(live.dataStatus == .fresh)
        write(5)
        #expect(live.model == 5 && live.error == nil)
        let list = try manager.nodeThrows(for: "list").liveCollection(of: Int.self, queue: nil)
        device.legacy.child("list").set(["a": 1, "b": "text", "c": 3])
        fixture.flush()
        #expect(list.models.map(\.id) == ["a", "c"])
        #expect(list.error?.path == "/list/b")
    }

    @Test("a node whose manager was released has no live object")
    func released() throws {
        let node = try device.manager().nodeThrows(for: "place")
        let live = node.liveObject(as: Int.self, queue: nil)
        fixture.flush()
        #expect(live.error?.code == .released)
    }
}
