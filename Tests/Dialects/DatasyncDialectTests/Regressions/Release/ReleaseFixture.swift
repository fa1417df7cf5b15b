import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import Dispatch
import TestSupport

/// Two clients of one back end; closures of the first retain an object whose `deinit` calls the library.
final class ReleaseFixture: Sendable {
    /// The part that the object itself may use; it does not retain the first client.
    final class Remote: Sendable {
        private struct Weak: Sendable {
            weak var client: Client?
        }

        let backend: EmbeddedBackend
        let other: WebcomApplication
        let log = Log()
        private let first: Guarded<Weak>
        private let cancellation = Box<@Sendable () -> Void>({})

        init(_ backend: EmbeddedBackend, _ first: WebcomApplication, _ other: WebcomApplication) {
            self.backend = backend
            self.other = other
            self.first = Guarded(Weak(client: first.client))
        }

        /// The clients that exist, the first one first.
        var applications: [WebcomApplication] {
            let client = first.withLock(\.client)
            return [client.map { WebcomApplication(client: $0) }, other].compactMap(\.self)
        }

        /// Cancels the call, if it has returned.
        func cancel() { cancellation.value() }

        /// Waits until objects are released, up to a time limit so that a test does not block.
        func waitForRelease(of count: Int = 1, on queue: DispatchQueue) async {
            let end = ContinuousClock.now + .seconds(10)
            var turns = 0
            // When many tests run in parallel, one turn of another task may take longer than the time limit.
            while log.entries.count < count, ContinuousClock.now < end || turns < 1_000 {
                for _ in 0..<6 { queue.sync {} }
                turns += 1
                await Task.yield()
            }
        }

        func setCancellation(_ body: @escaping @Sendable () -> Void) { cancellation.value = body }
    }

    let queue: DispatchQueue
    let application: WebcomApplication
    let manager: DatasyncManager
    let remote: Remote

    /// Creates the clients.
    ///
    /// - Parameter isProduct: Whether they use the executor of the product; otherwise every call executes all effects.
    /// - Throws: ``WebcomError`` when the back end refuses its data.
    init(isProduct: Bool) throws {
        let queue = DispatchQueue(label: "release")
        self.queue = queue
        let backend: EmbeddedBackend
        let clients: [WebcomApplication]
        if isProduct {
            backend = EmbeddedBackend()
            let configuration = WebcomConfiguration(identifier: "release", platform: .embedded(in: backend))
            clients = (0..<2).map { _ in WebcomApplication(configuration: configuration) }
        } else {
            let fixture = try ClientFixture()
            backend = fixture.embedded
            clients = (0..<2).map { _ in fixture.device().application }
        }
        try backend.setData(["list": ["a": 1, "b": 2], "n": 1])
        for client in clients {
            client.defaultQueue = queue
            client.diagnostics = { _ in }
        }
        application = clients[0]
        manager = clients[0].datasyncService.createManager(callbackQueue: queue)
        remote = Remote(backend, clients[0], clients[1])
    }

    /// Creates a fixture of existing clients.
    init(
        _ backend: EmbeddedBackend, _ application: WebcomApplication, _ other: WebcomApplication, queue: DispatchQueue
    ) {
        self.queue = queue
        self.application = application
        manager = application.datasyncService.createManager(callbackQueue: queue)
        remote = Remote(backend, application, other)
    }

    var backend: EmbeddedBackend { remote.backend }

    var legacy: Webcom { Webcom(application).child("list") }
    var callback: Webcom.ServerlessDbNode { Webcom.ServerlessDbNode(application, path: "list") }
    var asynchronous: DatasyncNode { manager["list"] }

    /// Returns an object whose `deinit` is noted and calls the library.
    func makeObject(_ reentry: Reentry) -> Reentrant {
        Reentrant { [remote] in
            reentry.run(remote)
            remote.log.note("released")
        }
    }

    /// Runs all work that was posted to the queue.
    func flush() { for _ in 0..<6 { queue.sync {} } }
}
