import ClientTestSupport
import DatasyncAsync
import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import DatasyncTree
import TestSupport
import Testing

@testable import DatasyncBackend

@Suite("Injected faults of an embedded back end", .timeLimit(.minutes(30)))
struct FaultTests {
    private let fixture: ClientFixture
    private let device: Device
    private let backend: EmbeddedBackend

    init() throws {
        fixture = try ClientFixture(["n": 1])
        device = fixture.device()
        device.application.diagnostics = { _ in }
        backend = fixture.embedded
    }

    private func code(_ body: () throws -> Void) -> WebcomError? {
        #expect(throws: WebcomError.self, performing: body)
    }

    @Test("faults are refused for applications that are not clients of the back end")
    func strangers() throws {
        let strangers = [
            try ClientFixture().device().application,
            WebcomApplication(
                configuration: WebcomConfiguration(identifier: "bench", platform: .transport(PlayedTransport()))),
        ]
        for stranger in strangers {
            let errors = [
                code { try backend.dropConnection(of: stranger) }, code { try backend.restoreConnection(of: stranger) },
                code { try backend.holdResponses(to: stranger) }, code { try backend.releaseResponses(to: stranger) },
                code { try backend.refuseNextWrite(of: stranger) },
                code { try backend.refuseNextSubscription(of: stranger) },
                code { try backend.authenticate(stranger, as: "ada") },
            ]
            for error in errors {
                #expect(error?.code == .unavailable)
                #expect(
                    error?.message
                        == "The application \"bench\" is not a client of this embedded back end; make it with "
                        + "WebcomConfiguration(identifier:platform:) and the platform .embedded(in:).")
            }
        }
    }

    @Test("faults apply to the clients of a back end that is named by the identifier")
    func namedClients() throws {
        let application = WebcomApplication(configuration: WebcomConfiguration(identifier: "faults-named"))
        application.diagnostics = { _ in }
        try ClientRegistry.shared.backend("faults-named").dropConnection(of: application)
        #expect(application.datasyncService.state.disconnectionReason == "The connection was dropped.")
    }

    @Test(
        "a write is refused with each code that a back end has",
        arguments: [
            WebcomError.SDKCode.permissionDenied, .invalidToken, .expiredToken, .tooLarge, .invalidValue, .invalidPath,
            .unavailable,
        ])
    func codes(code: WebcomError.SDKCode) async throws {
        try backend.refuseNextWrite(of: device.application, with: code)
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        let error = await #expect(throws: WebcomError.self) { try await node.set(2) }
        #expect(error?.code == code)
        #expect(error?.path == "/n")
        try await node.set(3)
        #expect(try await node.decodedValue(as: Int.self) == 3)
    }

    @Test("injecting a refusal with any other code throws invalidValue")
    func otherCodes() throws {
        let error = code { try backend.refuseNextWrite(of: device.application, with: .cancelled) }
        #expect(error?.code == .invalidValue)
        #expect(
            error?.message
                == "A back end does not refuse with the code cancelled; use one of: expiredToken, invalidPath, "
                + "invalidToken, invalidValue, permissionDenied, tooLarge, unavailable.")
        let other = code { try backend.refuseNextSubscription(of: device.application, with: .overflow) }
        #expect(other?.code == .invalidValue)
    }

    @Test("holding ends with the connection, or with a release while there is none")
    func holding() throws {
        try backend.dropConnection(of: device.application)
        try backend.holdResponses(to: device.application)
        try backend.releaseResponses(to: device.application)
        try backend.restoreConnection(of: device.application)
        device.legacy.child("n").set(2)
        #expect(backend.backend.data.text == #"{"n":2}"#)
        try backend.holdResponses(to: device.application)
        device.legacy.child("n").set(3)
        #expect(backend.backend.data.text == #"{"n":2}"#)
        try backend.dropConnection(of: device.application)
        try backend.restoreConnection(of: device.application)
        #expect(backend.backend.data.text == #"{"n":3}"#)
    }

    @Test("a change of user applies to the current connection")
    func users() throws {
        let users = { () -> [String?] in
            let users = Box<[String?]>([])
            backend.backend.perform { state, _ in
                users.value = state.sessions.keys.map { state.database.principal(of: state.name(of: $0)).uid }
                return []
            }
            return users.value
        }
        try backend.authenticate(device.application, as: "ada")
        #expect(users() == ["ada"])
        try backend.authenticate(device.application, as: nil)
        #expect(users() == [nil])
    }

    @Test("the clock can be stopped, and moved while stopped or running")
    func clock() throws {
        let node = device.legacy.child("t")
        let stamp = { () -> String in
            node.set([".sv": "timestamp"])
            return backend.backend.data[Key(unchecked: "t")].text
        }
        try backend.advanceTime(by: 1_000)
        #expect(stamp() == "1700000001000")
        fixture.clock.advance(byMilliseconds: 5)
        #expect(stamp() == "1700000001005")
        try backend.setTime(50)
        fixture.clock.advance(byMilliseconds: 5)
        #expect(stamp() == "50")
        try backend.advanceTime(by: -20)
        #expect(stamp() == "30")
        for time in [Double.nan, .infinity, -.infinity] {
            #expect(code { try backend.setTime(time) }?.code == .invalidValue)
            #expect(code { try backend.advanceTime(by: time) }?.code == .invalidValue)
        }
        #expect(stamp() == "30")
    }

    @Test("estimates of a connected client do not change until it reconnects")
    func estimates() throws {
        let log = Log()
        device.legacy.child("t").on("value", queue: nil) { snapshot, _ in log.note(snapshot.text) }
        try backend.setTime(50)
        device.legacy.child("t").set([".sv": "timestamp"])
        fixture.flush()
        #expect(log.take() == ["null", "1700000000000", "50"])
        try backend.dropConnection(of: device.application)
        try backend.restoreConnection(of: device.application)
        device.legacy.child("t").set([".sv": "timestamp"])
        fixture.flush()
        #expect(log.take() == [])
        #expect(device.application.datasyncService.state.connectionState.backEndTimeOffsetMS == 50 - 1_700_000_000_000)
    }
}
