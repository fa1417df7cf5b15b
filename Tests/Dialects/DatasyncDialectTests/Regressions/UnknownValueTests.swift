import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncTree
import TestSupport
import Testing

extension Regressions {
    @Suite("Reads of unknown values", .timeLimit(.minutes(20)))
    struct UnknownValueTests {
        let fixture: ClientFixture
        let device: Device
        let manager: DatasyncManager
        let node: DatasyncNode
        let log = Log()

        init() throws {
            fixture = try ClientFixture(["n": 1, "list": ["a": 1, "b": 2, "c": 3]])
            device = fixture.device()
            device.application.diagnostics = { _ in }
            manager = device.manager()
            node = try manager.nodeThrows(for: "n")
        }

        private func text(_ value: DatasyncValue) -> String {
            "\(value) \(value.isKnown ? "known" : "unknown") \(value.isAcknowledged ? "acknowledged" : "local")"
        }

        @Test("with a connection the value is known")
        func connected() async throws {
            #expect(text(try await node.value()) == "1 known acknowledged")
            #expect(text(try await manager.nodeThrows(for: "nothing").value()) == "null known acknowledged")
        }

        @Test("without a connection the value is null, unknown and not acknowledged [operations 10]")
        func dropped() async throws {
            device.port.drop()
            #expect(text(try await node.value()) == "null unknown local")
        }

        @Test("the value is unknown also when the connection is lost during the read")
        func inFlight() async throws {
            device.port.hold()
            let promise = node.promise.value()
            device.port.drop()
            #expect(text(try await promise.value) == "null unknown local")
        }

        @Test("a pending write makes the value known, and one below it does not")
        func pendingWrites() async throws {
            device.port.drop()
            node.promise.set(5)
            #expect(text(try await node.value()) == "5 known local")
            try manager.nodeThrows(for: "list/a").promise.set(9)
            #expect(text(try await manager.nodeThrows(for: "list/a").value()) == "9 known local")
            #expect(text(try await manager.nodeThrows(for: "list").value()) == "{\"a\":9} unknown local")
        }

        @Test("a subscription ended with keepData leaves its value in the cache, one with forgetData does not")
        func policies() async throws {
            for (policy, expected) in [
                (DatasyncCompletedSubscriptionPolicy.keepData, "1 known acknowledged"),
                (.forgetData, "null unknown local"),
            ] {
                let subscription = try #require(node.subscribe(queue: fixture.queue) { _ in })
                subscription.completedSubscriptionPolicy = policy
                fixture.flush()
                subscription.cancel()
                fixture.flush()
                device.port.drop()
                #expect(text(try await node.value()) == expected)
                device.port.restore()
            }
        }

        @Test("a complete window of the same query is in the cache, and the node and other windows are not")
        func windows() async throws {
            let list = try manager.nodeThrows(for: "list")
            list.subscribe(to: .childEvent, childrenConstraint: .first(limit: 2), queue: fixture.queue) { _ in }
            fixture.flush()
            device.port.drop()
            let window = try await list.value(childrenConstraint: .first(limit: 2))
            #expect(text(window) == "{\"a\":1,\"b\":2} known acknowledged")
            #expect(try await !list.value(childrenConstraint: .last(limit: 2)).isKnown)
            #expect(try await !list.value().isKnown)
            #expect(try await list.value(childrenConstraint: .last(limit: 2)).isAcknowledged == false)
        }

        @Test("a snapshot of an unknown value is not acknowledged in the legacy dialect either")
        func legacy() {
            device.port.drop()
            device.legacy.child("n").get(queue: nil) { [log] error, snapshot in
                log.note("\(error == nil) \(snapshot?.val() == nil) \(snapshot?.acknowledged() == false)")
            }
            fixture.flush()
            #expect(log.entries == ["true true true"])
        }

        @Test("decodedValue fails with unavailable, also for an optional type [operations 10]")
        func decodedValue() async throws {
            device.port.drop()
            let error = await #expect(throws: WebcomError.self) { try await node.decodedValue(as: Int?.self) }
            #expect(error?.code == .unavailable)
            #expect(error?.path == "/n")
            node.promise.set(5)
            #expect(try await node.decodedValue(as: Int?.self) == 5)
        }

        @Test("copyValue fails with unavailable and writes nothing", arguments: [true, false])
        func copyValue(isInFlight: Bool) async throws {
            let destination = try manager.nodeThrows(for: "list/a")
            if isInFlight { device.port.hold() } else { device.port.drop() }
            let copy = node.promise.copyValue(to: destination.promise)
            if isInFlight { device.port.drop() }
            let error = await #expect(throws: WebcomError.self) { try await copy.value }
            #expect(error?.code == .unavailable)
            device.port.restore()
            device.port.release()
            fixture.flush()
            #expect(fixture.embedded.backend.data.text == #"{"list":{"a":1,"b":2,"c":3},"n":1}"#)
        }

        @Test("a transaction that aborts on an unknown value reads first, and then the abort is final")
        func abort() {
            abortingTransaction()
            fixture.flush()
            #expect(log.entries == ["run nil", "run 1", "end false 1"])
        }

        @Test("a transaction that aborts offline on an unknown value reads after the reconnect")
        func abortOffline() {
            device.port.drop()
            abortingTransaction()
            fixture.flush()
            #expect(log.take() == ["run nil"])
            device.port.restore()
            fixture.flush()
            #expect(log.entries == ["run 1", "end false 1"])
        }

        @Test("a connection that is lost during the read of a transaction repeats the read")
        func abortInterrupted() {
            device.port.hold()
            abortingTransaction()
            device.port.drop()
            fixture.flush()
            #expect(log.take() == ["run nil"])
            device.port.restore()
            fixture.flush()
            #expect(log.entries == ["run 1", "end false 1"])
        }

        @Test("an abort on a known value is final at once")
        func abortOnKnown() {
            device.legacy.child("n").on("value", queue: nil) { _, _ in }
            abortingTransaction()
            fixture.flush()
            #expect(log.entries == ["run 1", "end false 1"])
        }

        @Test("a result that was computed from an unknown value is corrected")
        func corrected() {
            device.legacy.child("n").transaction({ ($0 as? Int ?? 0) + 1 }, queue: nil) {
                [log] error, committed, value in
                log.note("\(error == nil) \(committed) \(value?.text ?? "")")
            }
            fixture.flush()
            #expect(log.entries == ["true true 2"])
            #expect(fixture.embedded.backend.data[Key(unchecked: "n")] == .number(2))
        }

        private func abortingTransaction() {
            device.legacy.child("n").transaction(
                { [log] present in
                    log.note("run \(present.map { "\($0)" } ?? "nil")")
                    return nil
                }, queue: nil
            ) { [log] error, committed, value in
                log.note(error.map(\.code.rawValue) ?? "end \(committed) \(value?.text ?? "")")
            }
        }
    }
}
