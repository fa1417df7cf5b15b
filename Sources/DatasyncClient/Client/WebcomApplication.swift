import DatasyncConcurrency
public import Dispatch
public import Foundation

/// A client of an application, with the coding strategies of its values.
///
/// Applications that were made by name share one client for each identifier; an application made of a configuration is a
/// client of its own, as another device would be.
public final class WebcomApplication: Sendable {
    package let client: Client
    /// The strategies and user information for the values that are written.
    public let jsonEncoder = JSONEncoder()
    /// The strategies and user information for the values that are read.
    public let jsonDecoder = JSONDecoder()
    let decimals = Guarded(DecimalCodingStrategy.number)

    /// Makes a client of its own.
    ///
    /// - Parameter configuration: The identifier, and where the back end is.
    public convenience init(configuration: WebcomConfiguration) {
        self.init(client: ClientRegistry.shared.makeClient(configuration, outlivesHandles: false))
    }

    package init(client: Client) { self.client = client }

    /// The identifier of the application.
    public var identifier: String { client.identifier }

    /// The queue of callbacks with `queue: nil`; the main queue unless it is set.
    ///
    /// Closures without `queue:` run on the main actor, whatever is set here.
    public var defaultQueue: DispatchQueue {
        get { client.defaultQueue }
        set { client.defaultQueue = newValue }
    }

    /// Told of misuse that no other channel can report; by default it prints to standard error.
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
