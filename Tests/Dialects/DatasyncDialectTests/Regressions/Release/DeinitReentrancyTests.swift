import ClientTestSupport
import DatasyncClient
import DatasyncEngine
import Dispatch
import TestSupport
import Testing

/// Tests that closures of the application are released outside locks, as a `deinit` may call the library.
@Suite("Calls to the library while a closure is released", .timeLimit(.minutes(10)))
struct DeinitReentrancyTests {
    /// The event that releases the closure.
    enum Occasion: String, CaseIterable, Sendable {
        case settled
        case cancelled
        case cancelledTwiceWhileHeld
        case revoked
        case connectionLost
        case connectionLostAndCancelled
        case applicationReleased
        case released
    }

    @Test(
        "a closure may call the library when any call releases it on any occasion",
        arguments: Retention.all, Occasion.allCases)
    func release(retention: Retention, occasion: Occasion) async throws {
        for reentry in Reentry.allCases {
            for isProduct in [false, true] {
                let remote = try await play(retention, occasion, reentry, isProduct: isProduct)
                #expect(remote.log.entries == ["released"], "\(reentry), \(isProduct ? "product" : "bench")")
            }
        }
    }

    /// Makes the call, releases its closure on the occasion, and then releases all other references to it.
    private func play(
        _ retention: Retention, _ occasion: Occasion, _ reentry: Reentry, isProduct: Bool
    ) async throws -> ReleaseFixture.Remote {
        var held: ReleaseFixture? = try ReleaseFixture(isProduct: isProduct)
        let remote = try #require(held).remote
        let queue = try #require(held).queue
        if let stage = held {
            try stage.backend.holdResponses(to: stage.application)
            remote.setCancellation(retention.start(stage, stage.makeObject(reentry)))
            try perform(occasion, on: stage)
            stage.flush()
            if occasion != .applicationReleased {
                try stage.backend.setRules(openRules)
                try stage.backend.restoreConnection(of: stage.application)
                try stage.backend.releaseResponses(to: stage.application)
                remote.cancel()
                stage.flush()
            }
        }
        held = nil
        for _ in 0..<6 { queue.sync {} }
        remote.cancel()
        remote.setCancellation {}
        await remote.waitForRelease(on: queue)
        return remote
    }

    private func perform(_ occasion: Occasion, on stage: ReleaseFixture) throws {
        let (backend, application, remote) = (stage.backend, stage.application, stage.remote)
        switch occasion {
        case .settled:
            try backend.releaseResponses(to: application)
            stage.flush()
        case .cancelled:
            try backend.releaseResponses(to: application)
            stage.flush()
            remote.cancel()
        case .cancelledTwiceWhileHeld:
            remote.cancel()
            remote.cancel()
        case .revoked:
            try backend.releaseResponses(to: application)
            try backend.setRules(closed)
        case .connectionLost:
            try backend.releaseResponses(to: application)
            try backend.dropConnection(of: application)
        case .connectionLostAndCancelled:
            try backend.dropConnection(of: application)
            remote.cancel()
        case .applicationReleased: break
        case .released:
            try backend.dropConnection(of: application)
            application.client.engine.release()
        }
    }
}
