import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncLegacy
import TestSupport
import Testing

/// Tests for the events that a slow consumer of a sequence receives.
@Suite("Delivery policies for slow consumers", .timeLimit(.minutes(30)))
struct DeliveryPolicyTests {
    let fixture: ClientFixture
    let device: Device
    let other: Device
    let manager: DatasyncManager
    let node: DatasyncNode

    init() throws {
        fixture = try ClientFixture(["list": ["a": 0]])
        device = fixture.device()
        other = fixture.device()
        manager = device.manager()
        node = try manager.nodeThrows(for: "list")
    }

    @Test("lossless delivers every event in order, however late it is taken")
    func lossless() async throws {
        var iterator = node.events(.childEvent).makeAsyncIterator()
        for number in 1...1_000 { other.legacy.child("list/a").set(number) }
        for number in 0...1_000 {
            let event = try #require(try await iterator.next())
            #expect(event.value.decoded(as: Int.self) == number)
            #expect(event.eventType == (number == 0 ? .childAddition : .childChange))
        }
    }

    @Test("no event is lost between making an iterator and its first next, under any policy")
    func beforeFirst() async throws {
        var iterator = node.events(.childAddition, delivery: .bounded(2)).makeAsyncIterator()
        other.legacy.child("list/b").set(1)
        #expect(try await iterator.next()?.key == "a")
        #expect(try await iterator.next()?.key == "b")
    }

    @Test("coalescing buffers one entry for each child, with the latest value")
    func coalescing() async throws {
        var iterator = node.events(.childEvent, delivery: .coalescing).makeAsyncIterator()
        #expect(try await iterator.next()?.eventType == .childAddition)
        for number in 1...100 {
            other.legacy.child("list/a").set(number)
            other.legacy.child("list/b").set(number)
        }
        other.legacy.child("list/c").set(1)
        other.legacy.child("list/c").remove()
        let log = Log()
        log.note(try #require(try await iterator.next()))
        log.note(try #require(try await iterator.next()))
        other.legacy.child("list/d").set(1)
        log.note(try #require(try await iterator.next()))
        #expect(
            log.entries == [
                "child_changed a acked 100", "child_added b after a acked 100", "child_added d after b acked 1",
            ])
    }

    @Test("a change, a removal and an addition that were not taken become one change to the added value")
    func coalescingThere() async throws {
        var iterator = node.events(.childEvent, delivery: .coalescing).makeAsyncIterator()
        #expect(try await iterator.next()?.value.description == "0")
        let child = other.legacy.child("list/a")
        child.set(2)
        child.remove()
        child.set(2)
        other.legacy.child("list/z").set(true)
        let event = try #require(try await iterator.next())
        #expect(event.key == "a")
        #expect(event.eventType == .childChange)
        #expect(event.value.description == "2")
    }

    @Test("a removal and an addition of the same value cancel out")
    func coalescingAndBack() async throws {
        var iterator = node.events(.childEvent, delivery: .coalescing).makeAsyncIterator()
        #expect(try await iterator.next()?.value.description == "0")
        other.legacy.child("list/a").remove()
        other.legacy.child("list/a").set(0)
        other.legacy.child("list/z").set(true)
        #expect(try await iterator.next()?.key == "z")
    }

    @Test("coalescing of values gives the latest value")
    func coalescingValues() async throws {
        var iterator = node.events(.valueEvent, delivery: .coalescing).makeAsyncIterator()
        device.port.hold()
        for number in 1...100 { device.legacy.child("list/a").set(number) }
        let event = try #require(try await iterator.next())
        #expect(event.value.description == #"{"a":100}"#)
        #expect(event.eventType == .valueChange)
        #expect(!event.acked)
        device.port.release()
        let acknowledgement = try #require(try await iterator.next())
        #expect(acknowledgement.eventType == .valueAcknowledgement)
        #expect(acknowledgement.acked)
    }

    @Test("a bounded sequence fails with overflow after its buffered events, and not before")
    func bounded() async throws {
        var iterator = node.events(.childEvent, delivery: .bounded(3)).makeAsyncIterator()
        for number in 1...3 { other.legacy.child("list/a").set(number) }
        var values: [Int?] = []
        var code: WebcomError.SDKCode?
        do throws(WebcomError) {
            while let event = try await iterator.next() { values.append(event.value.decoded()) }
        } catch {
            code = error.code
        }
        #expect(values == [0, 1, 2])
        #expect(code == .overflow)
        #expect(try await iterator.next() == nil)
    }

    @Test("a bounded sequence whose consumer keeps up continues")
    func boundedInTime() async throws {
        var iterator = node.events(.childEvent, delivery: .bounded(1)).makeAsyncIterator()
        for number in 0...20 {
            #expect(try await iterator.next()?.value.decoded(as: Int.self) == number)
            other.legacy.child("list/a").set(number + 1)
        }
    }

    @Test("an overflow ends the listen at the back end, also at the very beginning", arguments: [1, 2, 5])
    func overflowEndsListen(bound: Int) async throws {
        for key in ["b", "c", "d"] { other.legacy.child("list/" + key).set(1) }
        let events = node.events(.childEvent, delivery: .bounded(bound))
        var iterator = events.makeAsyncIterator()
        for number in 1...10 { other.legacy.child("list/a").set(number) }
        #expect(fixture.listenCount == 0)
        var taken = 0
        do throws(WebcomError) {
            while try await iterator.next() != nil { taken += 1 }
        } catch {
            #expect(error.code == .overflow)
        }
        #expect(taken == bound)
    }

    @Test("cancelling the task gives nil at once and discards buffered events [sequences 2]")
    func cancelling() async throws {
        var iterator = node.events(.childEvent).makeAsyncIterator()
        for number in 1...10 { other.legacy.child("list/a").set(number) }
        #expect(try await iterator.next()?.value.decoded(as: Int.self) == 0)
        let fixture = fixture
        let task = Task { [node] in
            var iterator = node.events(.childEvent).makeAsyncIterator()
            withUnsafeCurrentTask { $0?.cancel() }
            let ended = try await iterator.next() == nil
            let staysEnded = try await iterator.next() == nil
            return (ended, staysEnded, fixture.listenCount)
        }
        let (ended, staysEnded, listens) = try await task.value
        #expect(ended)
        #expect(staysEnded)
        #expect(listens == 1)
        #expect(try await iterator.next()?.value.decoded(as: Int.self) == 1)
    }

    @Test("cancelling a task that waits for the next event ends its loop and the listen")
    func cancellingWaiting() async throws {
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let task = Task { [node] in
            var count = 0
            for try await _ in node.events(.childEvent) {
                count += 1
                continuation.yield()
            }
            return count
        }
        for await _ in started { break }
        task.cancel()
        #expect(try await task.value == 1)
        #expect(fixture.listenCount == 0)
    }

    @Test("each iterator of a sequence has its own subscription")
    func ownSubscriptions() async throws {
        let events = node.events(.childAddition)
        var first = events.makeAsyncIterator()
        #expect(try await first.next()?.key == "a")
        other.legacy.child("list/b").set(1)
        var second = events.makeAsyncIterator()
        #expect(try await second.next()?.key == "a")
        #expect(try await first.next()?.key == "b")
        #expect(try await second.next()?.key == "b")
    }

    @Test("a sequence without events, or with an invalid constraint, throws the reason")
    func senseless() async throws {
        let empty = await #expect(throws: WebcomError.self) { for try await _ in node.events(.value()) {} }
        #expect(empty?.code == .unknownEvent)
        let limit = await #expect(throws: WebcomError.self) {
            for try await _ in node.events(childrenConstraint: .last(limit: 0)) {}
        }
        #expect(limit?.code == .invalidConstraint)
    }
}
