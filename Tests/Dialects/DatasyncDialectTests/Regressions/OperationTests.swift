import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import DatasyncTree
import DatasyncWire
import Foundation
import TestSupport
import Testing

extension Regressions {
    @Suite("Edge cases of operations", .timeLimit(.minutes(30)))
    struct OperationTests {
        let log = Log()

        @Test("a transaction never passes a value that the rules forbid to read, on any attempt")
        func forbidden() throws {
            let fixture = try ClientFixture(["secret": "42"], rules: #"{"rules": {".read": false, ".write": true}}"#)
            let (log, secret) = (log, fixture.device().legacy.child("secret"))
            for answer in [nil, "mine"] {
                secret.transaction(
                    { current in
                        log.note("\(current ?? "nothing")")
                        return answer
                    }, queue: nil
                ) { _, _, _ in log.note("end") }
            }
            fixture.flush()
            #expect(!log.entries.contains("42"))
            #expect(log.entries.count { $0 == "end" } == 2)
        }

        @Test("a transaction whose result does not encode fails with encodingFailed")
        func encoding() async throws {
            let manager = try ClientFixture().device().manager()
            let node = try manager.nodeThrows(for: "a")
            let error = await #expect(throws: WebcomError.self) {
                try await node.runTransaction { _ in .set(Double.nan) }
            }
            #expect(error?.code == .encodingFailed)
        }

        @Test("cancelling on-disconnect writes twice offline completes both calls")
        func withdrawals() throws {
            let fixture = try ClientFixture()
            let (log, device) = (log, fixture.device())
            device.port.drop()
            for number in 1...2 {
                device.legacy.onDisconnect().cancel(queue: nil) { log.note("\(number) \($0?.code.rawValue ?? "ok")") }
            }
            device.port.restore()
            fixture.flush()
            #expect(log.entries == ["1 ok", "2 ok"])
        }

        @Test("a subscription at a path that is too deep is refused on either transport", arguments: [false, true])
        func tooDeep(throughText: Bool) throws {
            let fixture = try ClientFixture()
            let log = log
            let port = fixture.embedded.backend.makePort()
            let link: any Link = throughText ? TextLoopback(to: port) : port
            let client = Client(
                identifier: "deep", link: link, outlivesHandles: false, clock: { 0 }, random: { 7 })
            let path = (0..<33).map { "p\($0)" }.joined(separator: "/")
            Webcom(WebcomApplication(client: client)).child(path).on("value", queue: fixture.queue) { snapshot, _ in
                log.note(snapshot.text)
            } revoked: {
                log.note($0.code.rawValue)
            }
            fixture.flush()
            #expect(log.entries == ["invalidPath"])
        }

        @Test("ill-formed references differ from each other and from well-formed ones")
        func illFormed() throws {
            let root = try ClientFixture().device().legacy
            #expect(root.child("a.b") != root.child("c#d"))
            #expect(root.child("a.b") != root)
        }

        @Test("a Foundation number of any size is a number, and only a Boolean is a truth value")
        func numbers() throws {
            #expect(try JSON(foundation: NSNumber(value: Int8(1))).number == 1)
            #expect(try JSON(foundation: NSNumber(value: 1)).number == 1)
            #expect(try JSON(foundation: Int8(1)).number == 1)
            #expect(try JSON(foundation: Float(1)).number == 1)
            #expect(try JSON(foundation: NSNumber(value: true)).boolean == true)
            #expect(try JSON(foundation: true).boolean == true)
        }
    }
}
