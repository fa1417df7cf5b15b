import DatasyncConcurrency
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The WebSocket task of URLSession as a ``SocketTask``, with a session of its own.
///
/// It only passes calls and events on. On Linux it is compiled and ends at once, as the system's library has no WebSocket
/// connections. It has never run on an Apple platform.
final class URLSessionSocketTask: NSObject, SocketTask {
    private struct Running: Sendable {
        let session: URLSession
        let task: URLSessionWebSocketTask
        let handle: @Sendable (SocketTaskEvent) -> Void
    }

    private let request: SocketRequest
    /// The session, which retains this object; `nil` before the start and after the end.
    private let running = Guarded<Running?>(nil)

    init(_ request: SocketRequest) { self.request = request }

    func resume(_ handle: @escaping @Sendable (SocketTaskEvent) -> Void) {
        guard let url = URL(string: request.url) else {
            let text = "The system does not accept the address \(request.url)"
            return handle(.completed(SocketTaskFailure(domain: NSURLErrorDomain, code: NSURLErrorBadURL, text: text)))
        }
        // Without cookies, caches and stored passwords; the proxies are those of the system.
        let configuration = URLSessionConfiguration.ephemeral
        // The connection watches for silence itself.
        let never: TimeInterval = 365 * 86_400
        configuration.timeoutIntervalForRequest = never
        configuration.timeoutIntervalForResource = never
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        let task = session.webSocketTask(with: URLRequest(url: url, timeoutInterval: never))
        task.maximumMessageSize = request.maximumMessageBytes
        running.withLock { $0 = Running(session: session, task: task, handle: handle) }
        task.resume()
    }

    func send(_ text: String, _ sent: @escaping @Sendable (SocketTaskFailure?) -> Void) {
        guard let running = running.withLock(\.self) else { return sent(.ended) }
        running.task.send(.string(text)) { error in sent(error.map { SocketTaskFailure($0) }) }
    }

    func receive(_ received: @escaping @Sendable (Result<SocketMessage, SocketTaskFailure>) -> Void) {
        guard let running = running.withLock(\.self) else { return received(.failure(.ended)) }
        running.task.receive { result in
            received(
                result.map { message in
                    switch message {
                    case .string(let text): .text(text)
                    default: .binary
                    }
                }.mapError { SocketTaskFailure($0) })
        }
    }

    func ping(_ answered: @escaping @Sendable (SocketTaskFailure?) -> Void) {
        guard let running = running.withLock(\.self) else { return answered(.ended) }
        running.task.sendPing { error in answered(error.map { SocketTaskFailure($0) }) }
    }

    func close(code: Int, reason: String) {
        // The reason fits into a control frame, cut between characters.
        var text = reason
        while text.utf8.count > 123 { text.removeLast() }
        running.withLock(\.self)?.task.cancel(
            with: URLSessionWebSocketTask.CloseCode(rawValue: code) ?? .normalClosure,
            reason: text.isEmpty ? nil : Data(text.utf8))
    }

    func cancel() {
        // The session releases this object once the task has ended.
        running.exchange(nil)?.session.invalidateAndCancel()
    }

    private func handle(_ event: SocketTaskEvent) { running.withLock(\.self)?.handle(event) }
}

extension URLSessionSocketTask: URLSessionWebSocketDelegate {
    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) { handle(.opened) }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        let hasCode = closeCode != .invalid && closeCode != .noStatusReceived
        handle(
            .closed(
                code: hasCode ? closeCode.rawValue : nil,
                reason: reason.map { String(decoding: $0, as: UTF8.self) } ?? ""))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let status = (task.response as? HTTPURLResponse)?.statusCode
        handle(.completed(error.map { SocketTaskFailure($0, status: status) }))
        session.finishTasksAndInvalidate()
    }

    /// Follows no redirection, which could lead out of the security of this connection.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        switch SocketChallenge(challenge.protectionSpace).answer(afterFailures: challenge.previousFailureCount) {
        case .system: completionHandler(.performDefaultHandling, nil)
        case .refuse: completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}

extension SocketChallenge {
    fileprivate init(_ space: URLProtectionSpace) {
        switch space.authenticationMethod {
        case "NSURLAuthenticationMethodServerTrust": self = .serverCertificate
        case "NSURLAuthenticationMethodClientCertificate": self = .clientCertificate
        default: self = space.isProxy() ? .proxySignIn : .serverSignIn
        }
    }
}

extension SocketTaskFailure {
    fileprivate init(_ error: any Error, status: Int? = nil) {
        let error = error as NSError
        self.init(domain: error.domain, code: error.code, text: error.localizedDescription, status: status)
    }

    /// The failure of a call after the end.
    fileprivate static var ended: SocketTaskFailure {
        SocketTaskFailure(
            domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost, text: "The connection has ended")
    }
}
