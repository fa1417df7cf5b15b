import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import Foundation
import TestSupport
import Testing

/// Calls that several dialects have under one name.
@Suite("Calls of all dialects", .timeLimit(.minutes(30)))
struct SharedCallTests {
    struct Contact: Codable, Sendable {
        let name: String
        var born: Date?
    }

    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager

    init() throws {
        fixture = try ClientFixture(
            ["list": ["a": 3, "b": 1, "c": 2], "n": 4, "old": true],
            rules: #"{"rules": {".read": true, ".write": true, "closed": {".validate": false}}}"#)
        device = fixture.device()
        manager = device.manager()
    }

    private var stored: NSDictionary? { fixture.embedded.data as? NSDictionary }

    @Test("the root node is the root of every dialect")
    func root() async throws {
        #expect(manager.root.path == "/")
        #expect(manager.root.key == "")
        #expect(manager.root["list/a"].path == "/list/a")
        #expect(Webcom.App(device.application).serverlessDb.rootNode.path == "/")
        #expect(device.legacy.child("list").root().path == "/")
        #expect(try await manager.root["n"].decodedValue(as: Int.self) == 4)
    }

    @Test("a reference gives its application, which shares the client in the other dialects")
    func application() async throws {
        #expect(device.node("list").application.identifier == device.application.identifier)
        #expect(manager["list"].application === device.application)
        let other = device.legacy.child("list").application.datasyncService.createManager()
        device.port.hold()
        device.legacy.child("n").set(5)
        // The write is not acknowledged: only the same client knows it.
        var values = other["n"].values(as: Int.self).makeAsyncIterator()
        #expect(try await values.next() == 5)
        device.port.release()
    }

    @Test("one write replaces the values at several paths, in every dialect")
    func paths() async throws {
        device.legacy.setPaths(["list/a": 30, "new/x": "1", "old": nil], queue: nil) { #expect($0 == nil) }
        fixture.flush()
        #expect(stored == ["list": ["a": 30, "b": 1, "c": 2], "n": 4, "new": ["x": "1"]])
        try await device.node("list").setPaths(["a": nil, "b/deep": true]).value
        #expect(stored == ["list": ["b": ["deep": true], "c": 2], "n": 4, "new": ["x": "1"]])
        try await manager.root.setPaths(
            ["list": nil, "new/x": Contact(name: "Ada"), "new/y": ServerValue.increment(2), "n": [1, 2]])
        #expect(stored == ["n": [1, 2], "new": ["x": ["name": "Ada"], "y": 2]])
        try await manager.root.promise.setPaths(["n": nil, "new/x": nil]).value
        #expect(stored == ["new": ["y": 2]])
    }

    @Test("a write of several paths that is refused at one of them changes none")
    func refusedPaths() async throws {
        let before = stored
        let log = Log()
        device.legacy.setPaths(["n": 5, "closed/x": 1], queue: nil) { log.note($0?.code.rawValue ?? "accepted") }
        fixture.flush()
        #expect(log.take() == ["permissionDenied"])
        await #expect(throws: WebcomError.self) { try await device.node("/").setPaths(["n": 5, "closed/x": 1]).value }
        await #expect(throws: WebcomError.self) { try await manager.root.setPaths(["n": 5, "closed/x": 1]) }
        let nested = await #expect(throws: WebcomError.self) {
            try await manager.root.setPaths(["list": 1, "list/a": 2])
        }
        #expect(nested?.code == .invalidValue)
        #expect(stored == before)
    }

    @Test("values of several paths use the strategies of the application, and names are data")
    func pathCoding() async throws {
        device.application.jsonEncoder.dateEncodingStrategy = .millisecondsSince1970
        device.application.jsonEncoder.keyEncodingStrategy = .convertToSnakeCase
        let time = Date(timeIntervalSince1970: 1)
        try await manager["p"].setPaths(["firstName/bornAt": time, "x": Contact(name: "Ada", born: time)])
        #expect(stored?["p"] as? NSDictionary == ["firstName": ["bornAt": 1000], "x": ["name": "Ada", "born": 1000]])
    }

    @Test("several paths can wait for the end of the connection")
    func pathsOnDisconnect() async throws {
        try await manager.root.setPaths(["n": 0, "list/a": nil], at: .nextDisconnection)
        #expect(stored?["n"] as? Int == 4)
        manager.service.isConnectionEnabled = false
        #expect(stored == ["list": ["b": 1, "c": 2], "n": 0, "old": true])
    }

    @Test("get of a legacy query reads its children, in its order")
    func queryGet() {
        let log = Log()
        let list = device.legacy.child("list")
        let read = { (target: any Listenable) in
            target.get(queue: nil) { error, snapshot in
                log.note(error?.code.rawValue ?? snapshot?.children.compactMap { $0.name() }.joined() ?? "none")
            }
        }
        for target: any Listenable in [
            list, list.limit(2), list.startAt("b"), list.orderByValue().limitToFirst(2), list.limit(0),
        ] { read(target) }
        fixture.flush()
        #expect(log.take() == ["abc", "bc", "bc", "bc", "invalidConstraint"])
    }

    @Test("get of a query without a queue answers on the main actor")
    func queryGetOnMain() async {
        let count = await withCheckedContinuation { continuation in
            device.legacy.child("list").limit(1).get { _, snapshot in
                MainActor.preconditionIsolated()
                continuation.resume(returning: snapshot?.numChildren())
            }
        }
        #expect(count == 1)
    }

    @Test("an increment of the legacy dialect returns its number, or its error")
    func increment() async {
        let log = Log()
        let note = { @Sendable (error: WebcomError?, number: Double?) in
            log.note("\(error?.code.rawValue ?? "none") \(number.map { "\($0)" } ?? "nil")")
        }
        device.legacy.child("n").increment(by: 2.5, queue: nil, note)
        device.legacy.child("m").increment(from: 10, queue: nil, note)
        device.legacy.child("old").increment(queue: nil, note)
        device.legacy.child("n").increment(by: -1, queue: nil) { error in
            log.note(error == nil ? "accepted" : "refused")
        }
        fixture.flush()
        #expect(log.take() == ["none 6.5", "none 11.0", "notANumber nil", "accepted"])
        let number = await withCheckedContinuation { continuation in
            device.legacy.child("n").increment { _, number in continuation.resume(returning: number) }
        }
        #expect(number == 6.5)
    }
}
