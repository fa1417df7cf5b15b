import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncTesting
import Foundation
import TestSupport
import Testing

/// The connection as the dialects show it: status, next attempt, `.info`, server time and presence.
struct ConnectionInformationTests {
    @Test("the node .info/connected of the legacy dialect follows the connection, and sends no request")
    func connected() throws {
        let fixture = try ClientFixture()
        let device = fixture.device()
        let log = Guarded<[String]>([])
        device.legacy.child(".info/connected").on("value", queue: nil) { snapshot, _ in
            log.withLock { $0.append("\(snapshot.val() ?? "nil") \(snapshot.acknowledged())") }
        }
        fixture.flush()
        device.legacy.goOffline()
        device.legacy.goOnline()
        fixture.flush()
        #expect(log.withLock(\.self) == ["true true", "false true", "true true"])
        #expect(fixture.listenCount == 0)
        device.legacy.child(".info").child("connected").off()
        device.legacy.goOffline()
        fixture.flush()
        #expect(log.withLock(\.count) == 3)
    }

    @Test("the node .info/serverTimeOffset is the difference of the clocks")
    func offset() throws {
        let fixture = try ClientFixture()
        let device = fixture.device()
        let log = Guarded<[Double?]>([])
        device.legacy.child(".info/serverTimeOffset").on("value", queue: nil) { snapshot, _ in
            log.withLock { $0.append(snapshot.val() as? Double) }
        }
        fixture.flush()
        #expect(log.withLock(\.self) == [0])
        try fixture.embedded.setTime(fixture.clock.now + 5_000)
        device.legacy.goOffline()
        device.legacy.goOnline()
        fixture.flush()
        #expect(log.withLock(\.last) == 5_000)
        #expect(device.legacy.serverTime.timeIntervalSince1970 * 1000 == fixture.clock.now + 5_000)
        #expect(device.manager().service.serverTime == device.legacy.serverTime)
        #expect(Webcom.App(device.application).serverlessDb.serverTime == device.legacy.serverTime)
    }

    @Test("a write to .info fails with invalidPath, and other dialects do not reach it")
    func readOnly() async throws {
        let fixture = try ClientFixture()
        let device = fixture.device()
        let errors = Guarded<[WebcomError.SDKCode?]>([])
        let node = device.legacy.child(".info/connected")
        node.set(false, queue: nil) { error in errors.withLock { $0.append(error?.code) } }
        node.transaction({ _ in false }, queue: nil) { error, _, _ in errors.withLock { $0.append(error?.code) } }
        fixture.flush()
        #expect(errors.withLock(\.self) == [.invalidPath, .invalidPath])
        #expect(device.manager().node(for: ".info/connected") == nil)
        #expect(fixture.embedded.data == nil)
    }

    @Test("the status has the reason and the time of the next attempt, in each dialect")
    func nextAttempt() async throws {
        let transport = PlayedTransport()
        var configuration = WebcomConfiguration(identifier: "shop", platform: .transport(transport))
        configuration.reconnection.initialDelay = 1_000
        configuration.reconnection.maximumDelay = 1_000
        configuration.diagnostics = { _ in }
        let application = WebcomApplication(configuration: configuration)
        var attempts = transport.attempts.makeAsyncIterator()
        let (states, continuation) = AsyncStream<DatasyncState>.makeStream()
        let queue = DispatchQueue(label: "states")
        let observation = Webcom(application).observeConnectionState(queue: queue) { continuation.yield($0) }
        // The first attempt after a failure is made at once; the second one waits.
        await attempts.next()?(.closed(reason: "no route"))
        await attempts.next()?(.closed(reason: "no route"))
        for await state in states {
            guard let next = state.nextAttempt else { continue }
            #expect(state.disconnectionReason == "no route")
            #expect(next.timeIntervalSinceNow > 0 && next.timeIntervalSinceNow <= 1_000)
            break
        }
        #expect(Webcom(application).connectionState.nextAttempt != nil)
        #expect(Webcom.App(application).serverlessDb.connectionState == application.connectionState)
        #expect(application.datasyncService.state == application.connectionState)
        observation.cancel()
        #expect("\(observation)" == "cancelled observation")
    }

    @Test("presence writes the online value on each connection, and the offline value at its end", arguments: 0..<3)
    func presence(dialect: Int) throws {
        let fixture = try ClientFixture()
        let (device, other) = (fixture.device(), fixture.device())
        let manager = device.manager()
        let presence =
            switch dialect {
            case 0: device.legacy.child("p").presence(online: "on", offline: "off")
            case 1: device.node("p").presence(online: "on", offline: "off")
            default: try manager.nodeThrows(for: "p").presence(online: "on", offline: "off")
            }
        let value = { (fixture.embedded.data as? [String: Any])?["p"] as? String }
        #expect(value() == "on")
        try fixture.embedded.dropConnection(of: device.application)
        #expect(value() == "off")
        try fixture.embedded.restoreConnection(of: device.application)
        #expect(value() == "on")
        try fixture.embedded.dropConnection(of: device.application)
        #expect(value() == "off")
        try fixture.embedded.restoreConnection(of: device.application)
        presence.end()
        #expect(value() == "off")
        other.legacy.child("p").set("kept")
        try fixture.embedded.dropConnection(of: device.application)
        try fixture.embedded.restoreConnection(of: device.application)
        #expect(value() == "kept")
    }

    @Test("a presence that is released stops writing, and a value that is no data goes to the diagnostics")
    func released() throws {
        let fixture = try ClientFixture()
        let device = fixture.device()
        let errors = Guarded<[WebcomError.SDKCode]>([])
        device.application.diagnostics = { error in errors.withLock { $0.append(error.code) } }
        do {
            let presence = device.node("p").presence(online: true)
            #expect("\(presence)" == "presence at /p")
        }
        try fixture.embedded.dropConnection(of: device.application)
        try fixture.embedded.restoreConnection(of: device.application)
        #expect(fixture.embedded.data == nil)
        let wrong = device.node("p").presence(online: [".": 1])
        #expect(errors.withLock { $0.contains(.invalidKey) }, "\(errors.withLock(\.self))")
        wrong.end()
    }

    @Test("a user signs in and out through the application")
    func signingIn() async throws {
        let fixture = try ClientFixture(rules: #"{"rules":{".read":"auth.uid == 'ann'",".write":"auth != null"}}"#)
        let device = fixture.device()
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        await #expect(throws: WebcomError.self) { try await node.set(1) }
        try await device.application.authentication.signIn(token: "ann")
        try await node.set(1)
        let error = Guarded<WebcomError?>(nil)
        device.application.authentication.signIn(token: "", queue: nil) { result in error.withLock { $0 = result } }
        fixture.flush()
        #expect(error.withLock { $0?.code } == .invalidToken)
        try await device.application.authentication.signOut()
        await #expect(throws: WebcomError.self) { try await node.set(2) }
    }
}
