import DatasyncConcurrency
public import Dispatch
public import Foundation

/// A client of an application, with its delivery queue, diagnostics and coding strategies.
///
/// Applications made by name share one client per identifier. Each application made with a configuration is a separate client,
/// like another device.
///
/// ```swift
/// let application = WebcomApplication(configuration: WebcomConfiguration(identifier: "shop"))
/// application.defaultQueue = DispatchQueue(label: "shop")
/// application.diagnostics = { error in print(error) }
/// ```
public final class WebcomApplication: Sendable {
    package let client: Client
    /// The strategies and user information for encoding written values.
    public let jsonEncoder = JSONEncoder()
    /// The strategies and user information for decoding read values.
    public let jsonDecoder = JSONDecoder()
    let decimals = Guarded(DecimalCodingStrategy.number)

    /// Makes a separate client, which connects at once.
    ///
    /// - Parameter configuration: The identifier and the platform. If it is invalid, every operation fails with
    ///   `invalidConfiguration`.
    public convenience init(configuration: WebcomConfiguration) {
        self.init(client: ClientRegistry.shared.makeClient(configuration, outlivesHandles: false))
    }

    package init(client: Client) { self.client = client }

    /// The identifier of the application.
    public var identifier: String { client.identifier }

    /// The queue for callbacks with `queue: nil`; by default the main queue.
    ///
    /// Closures without `queue:` always run on the main actor.
    public var defaultQueue: DispatchQueue {
        get { client.defaultQueue }
        set { client.defaultQueue = newValue }
    }

    /// The closure for misuse and failures that no completion or promise reports; by default it prints to standard error.
    ///
    /// It is called with one error at a time, in order, on a separate thread. It may take long, and wait for any other thread:
    /// no event or call waits for it. A process that exits right after an error may end before the call. An application with
    /// an invalid configuration calls it on the default queue, or on the thread of the call.
    public var diagnostics: @Sendable (WebcomError) -> Void {
        get { client.diagnostics }
        set { client.diagnostics = newValue }
    }
}

extension WebcomApplication {
    /// Ends all subscriptions, stops the connection, and closes the files.
    ///
    /// The subscriptions' completions are delivered, and operations without a response fail with `released`; writes in an
    /// offline store stay pending there. When the call returns, another process or application can open the directory of the
    /// cache mode. The same goes for an embedded back end's directory, unless other applications of this process use it. Later
    /// operations fail with `released`. The next handle of a named application makes it again. A second call also returns once
    /// closing is done.
    ///
    /// ```swift
    /// await application.close()
    /// ```
    public func close() async {
        await withCheckedContinuation { continuation in
            ClientRegistry.shared.close(client) { continuation.resume() }
        }
    }

    /// Ends all subscriptions, stops the connection, and closes the files, as `close()` does.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called when the files are closed.
    public func close(queue: DispatchQueue?, completion: @escaping @Sendable () -> Void) {
        let deliveryQueue = client.deliveryQueue(queue)
        ClientRegistry.shared.close(client) { deliveryQueue.post(completion) }
    }

    /// Ends all subscriptions, stops the connection, and closes the files; completes on the main queue.
    ///
    /// - Parameter completion: Called when the files are closed.
    public func close(completion: @escaping @MainActor () -> Void) {
        let completion = onMain { (_: Bool) in completion() }
        close(queue: client.mainQueue()) { completion(true) }
    }
}

extension WebcomApplication: CustomStringConvertible {
    /// The identifier.
    public var description: String { "WebcomApplication(\(identifier))" }
}
