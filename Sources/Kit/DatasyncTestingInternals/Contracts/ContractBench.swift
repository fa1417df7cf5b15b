import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import DatasyncTree
import DatasyncWire
import Dispatch
import Foundation

/// A back end and its clients, whose closures run on one serial queue.
final class ContractBench: Sendable {
    let backend = EmbeddedBackend(clock: { 1_700_000_000_000 })
    let queue = DispatchQueue(label: "contracts")
    let diagnostics = Collected<WebcomError>()
    let lines = Collected<String>()
    private let applications = Collected<WebcomApplication>()

    func application(_ transport: (any Transport)? = nil) -> WebcomApplication {
        let platform = transport.map(WebcomConfiguration.Platform.transport) ?? .embedded(in: backend)
        var configuration = WebcomConfiguration(identifier: "contracts", platform: platform)
        configuration.diagnostics = { [diagnostics] in diagnostics.add($0) }
        let application = WebcomApplication(configuration: configuration)
        application.defaultQueue = queue
        applications.add(application)
        return application
    }

    /// Waits until the clients have executed all effects, and everything posted to the queue has run.
    ///
    /// Another thread may execute the effects, for example the effects of a reconnect.
    func settle() {
        for _ in 0..<6 {
            let limit = DispatchTime.now() + 10
            while applications.all.contains(where: { !$0.client.engine.isIdle }), DispatchTime.now() < limit {
                sched_yield()
            }
            queue.sync {}
            for application in applications.all { application.client.waitForReports() }
        }
    }

    /// Holds the queue until the returned closure is called.
    func block() -> () -> Void {
        let gate = DispatchSemaphore(value: 0)
        queue.async { gate.wait() }
        return { gate.signal() }
    }
}

extension WebcomApplication {
    /// The number of registrations in the engine.
    var registrationCount: Int {
        client.engine.inspect { state in
            var count = 0
            state.replica.syncPoints.visit { _, point in
                count += point.views.reduce(0) { $0 + $1.registrations.count }
            }
            return count
        }
    }
}
