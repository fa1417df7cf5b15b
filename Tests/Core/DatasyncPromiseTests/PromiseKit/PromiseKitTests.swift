import DatasyncPromise
import Dispatch
import Foundation
import Testing

@Suite("Behaviours of PromiseKit")
struct PromiseKitTests {
    private let queue = DispatchQueue(label: "kit")

    @Test("each behaviour in the table has a test here, and each difference stands in the guide")
    func table() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        let tests = try paths.filter { $0.hasSuffix("Tests.swift") }.map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        let root = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let guide = try String(contentsOf: root.appending(path: "Migration/PromiseChainsToAsync.md"), encoding: .utf8)
        for behaviour in PromiseKitBehaviour.all {
            #expect(tests.contains { $0.contains("\"\(behaviour.test)\"") }, "\(behaviour.text)")
            if let words = behaviour.guide { #expect(guide.contains(words), "\(behaviour.text)") }
        }
        #expect(PromiseKitBehaviour.all.count == 56)
        #expect(PromiseKitBehaviour.all.count { $0.guide == nil } == 53)
    }

    @Test("map and compactMap take a key path")
    func keyPaths() async throws {
        #expect(try await Promise.value("text").map(\.count).value == 4)
        #expect(try await Promise.value([1, 2]).compactMap(\.last).value == 2)
        let none = Promise.value([Int]()).compactMap(on: queue, \.last)
        await #expect(throws: PromiseError.missingValue) { try await none.value }
    }

    @Test("an error that compactMap throws rejects, not the missing value")
    func compactMapThrows() async {
        let promise = Promise.value(1).compactMap { _ -> Int? in throw Failure.first }
        await #expect(throws: Failure.first) { try await promise.value }
    }

    @Test("on: nil is the default queue of the chain, never the thread that settles")
    func onNil() async throws {
        let (promise, resolver) = Promise<Int>.pending(queue: queue)
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let end = promise.map(on: nil) { _ in (Synchrony.isInside, DispatchQueue.getSpecific(key: key) == true) }
        Synchrony.inside { _ = resolver.fulfill(1) }
        #expect(try await end.value == (false, true))
    }

    @Test("every chain of a rejected promise receives its error")
    func branches() async throws {
        let log = Log<String>()
        let rejected = Promise<Int>(error: Failure.first)
        try await rejected.recover { _ in .value(1) }.done { log.note("recovered \($0)") }.value
        try await rejected.catch { log.note("caught \($0)") }.value
        try await rejected.map { $0 + 1 }.catch { log.note("caught \($0)") }.value
        #expect(log.entries == ["recovered 1", "caught first", "caught first"])
    }

    @Test("catch and recover receive cancellations")
    func cancellations() async throws {
        let log = Log<PromiseError?>()
        let (work, resolver) = Promise<Int>.pending {}
        let caught = work.catch { log.note($0 as? PromiseError) }
        let recovered = work.recover(only: PromiseError.cancelled) { _ in .value(7) }
        #expect(work.cancel())
        try await caught.value
        #expect(log.entries == [.cancelled])
        #expect(try await recovered.value == 7)
        #expect(!resolver.fulfill(1))
    }

    @Test("when(fulfilled:) rejects with the first in the list, and ignores later errors")
    func firstInList() async {
        let (late, resolver) = Promise<Int>.pending()
        let all = when(fulfilled: [late, Promise(error: Failure.first), Promise(error: Failure.second)])
        await #expect(throws: Failure.first) { try await all.value }
        resolver.reject(Failure.second)
        await #expect(throws: Failure.first) { try await all.value }
    }
}
