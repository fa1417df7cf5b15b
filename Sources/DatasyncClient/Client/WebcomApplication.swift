import DatasyncConcurrency
public import Dispatch
public import Foundation

/// A client of an application, with its delivery queue, diagnostics and coding strategies.
///
/// Applications made by name share one client for each identifier. Each application made with a configuration is a separate
/// client, like another device.
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

    /// The queue of callbacks with `queue: nil`; by default the main queue.
    ///
    /// Closures without `queue:` always run on the main actor.
    public var defaultQueue: DispatchQueue {
        get { client.defaultQueue }
        set { client.defaultQueue = newValue }
    }

    /// The closure for misuse and failures that no completion or promise reports; by default it prints to standard error.
    ///
    /// It is called on any thread.
    public var diagnostics: @Sendable (WebcomError) -> Void {
        get { client.diagnostics }
        set { client.diagnostics = newValue }
    }
}

extension WebcomApplication: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { "WebcomApplication(\(identifier))" }

    /// The description.
    public var debugDescription: String { description }
}
