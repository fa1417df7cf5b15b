import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import DatasyncTree
import DatasyncWire
import Foundation

/// A transport to the back end of a bench; it records frames, and lets a test inject and drop them.
final class RecordingTransport: Transport {
    struct State: Sendable {
        var sent: [String] = []
        var received: [String] = []
        var opened: [Pipe] = []
        var losesResponses = false
        var holdsFrames = false
        var closed = 0
    }

    /// An open connection.
    final class Pipe: TransportConnection {
        let receive: @Sendable (TransportEvent) -> Void
        private let inner = Guarded<(any TransportConnection)?>(nil)
        private let owner: RecordingTransport

        init(_ owner: RecordingTransport, _ receive: @escaping @Sendable (TransportEvent) -> Void) {
            (self.owner, self.receive) = (owner, receive)
        }

        func attach(_ connection: any TransportConnection) { inner.withLock { $0 = connection } }

        func send(_ frame: String) {
            owner.state.withLock { $0.sent.append(frame) }
            inner.withLock(\.self)?.send(frame)
        }

        func close() {
            owner.state.withLock { $0.closed += 1 }
            inner.withLock(\.self)?.close()
        }

        /// Ends the connection the way a lost network does.
        func drop() {
            inner.withLock(\.self)?.close()
            receive(.closed(reason: "dropped by the test"))
        }
    }

    let state = Guarded(State())
    private let link: LinkTransport
    /// The access to the back end, with injected faults.
    let port: BackendPort

    init(_ bench: ContractBench) {
        port = bench.backend.makePort().link
        link = LinkTransport(port)
    }

    var sent: [String] { state.withLock(\.sent) }
    var received: [String] { state.withLock(\.received) }
    var pipes: [Pipe] { state.withLock(\.opened) }
    var closeCount: Int { state.withLock(\.closed) }

    /// Whether responses to requests are lost on the way to the client.
    var losesResponses: Bool {
        get { state.withLock(\.losesResponses) }
        set { state.withLock { $0.losesResponses = newValue } }
    }

    /// Whether frames of the back end are dropped on the way to the client.
    var holdsFrames: Bool {
        get { state.withLock(\.holdsFrames) }
        set { state.withLock { $0.holdsFrames = newValue } }
    }

    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        let pipe = Pipe(self, receive)
        state.withLock { $0.opened.append(pipe) }
        let inner = link.open { [self] event in
            if case .frame(let text) = event {
                let isLost = state.withLock { state in
                    state.received.append(text)
                    return state.holdsFrames || state.losesResponses && text.contains("\"r\":")
                }
                if isLost { return }
            }
            receive(event)
        }
        pipe.attach(inner)
        return pipe
    }

    /// The actions of the sent requests with their paths, in order.
    var actions: [String] {
        sent.compactMap { text in
            guard let request = (try? JSONParser.parse(text))?["d"], let name = request["a"]?.string else { return nil }
            let window = request["b"]?["q"] == nil ? "" : "?"
            return name + " " + (request["b"]?["p"]?.string ?? "") + window
        }
    }
}
