import DatasyncAsync
import Foundation
import Synchronization
import Testing

/// The samples of the page on transactions.
@Suite("Samples of the page Transactions", .timeLimit(.minutes(30)))
struct TransactionsSampleTests {
    let backend = EmbeddedBackend()
    let application: WebcomApplication
    let manager: DatasyncManager
    let otherManager: DatasyncManager
    let seats: DatasyncNode
    let likes: DatasyncNode
    let otherLikes: DatasyncNode

    init() throws {
        try backend.setData(["seats": 1, "name": "Ada"])
        let configuration = WebcomConfiguration(identifier: "cinema", platform: .embedded(in: backend))
        application = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
        otherManager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        seats = manager["seats"]
        (likes, otherLikes) = (manager["likes"], otherManager["likes"])
    }

    // sample: transaction
    /// Returns whether a seat was free.
    func reserveSeat() async throws(WebcomError) -> Bool {
        let result = try await seats.runTransaction { value in
            let free = value.decoded(as: Int.self) ?? 0
            return free > 0 ? .set(free - 1) : .abort
        }
        return result.status == .committed
    }
    // end of sample

    @Test("a transaction commits, or aborts when its function returns abort")
    func reserve() async throws {
        #expect(try await reserveSeat())
        #expect(try await !reserveSeat())
        #expect(try await seats.decodedValue(as: Int.self) == 0)
    }

    @Test("a transaction runs again when another client has changed the value")
    func conflict() async throws {
        // sample: conflict
        let attempts = Mutex(0)
        let result = try await likes.runTransaction { value in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt == 1 { otherLikes.promise.set(10) }
            return .set((value.decoded(as: Int.self) ?? 0) + 1)
        }
        #expect(result.status == .committed)
        #expect(result.value.decoded(as: Int.self) == 11)
        // end of sample
        #expect(attempts.withLock(\.self) > 1)
        #expect(try await otherLikes.decodedValue(as: Int.self) == 11)
    }

    @Test("a plain write of the same client overrides a transaction that was not sent")
    func overridden() async throws {
        // sample: overridden
        try backend.dropConnection(of: application)
        let transaction = likes.promise.runTransaction { value in .set((value.decoded(as: Int.self) ?? 0) + 1) }
        likes.promise.set(5)
        let error = await #expect(throws: WebcomError.self) { try await transaction.value }
        #expect(error?.code == .overridden)
        // end of sample
    }

    @Test("an increment adds in one request and returns the result")
    func increments() async throws {
        // sample: increments
        #expect(try await likes.increment() == 1)
        #expect(try await otherLikes.increment(by: 2) == 3)
        #expect(try await likes.increment(by: -1) == 2)
        #expect(try await manager["visits"].increment(from: 100) == 101)

        let error = await #expect(throws: WebcomError.self) { try await manager["name"].increment() }
        #expect(error?.code == .notANumber)
        // end of sample
    }

    @Test("a toggle negates a boolean")
    func toggle() async throws {
        // sample: toggle
        let muted = manager["muted"]
        try await muted.runTransaction(DatasyncTransaction.toggle(defaultValue: true))
        #expect(try await muted.decodedValue(as: Bool.self))
        try await muted.runTransaction(DatasyncTransaction.toggle(defaultValue: true))
        #expect(try await !muted.decodedValue(as: Bool.self))
        // end of sample
    }
}
