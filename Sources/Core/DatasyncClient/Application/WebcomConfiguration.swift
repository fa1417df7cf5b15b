import DatasyncTree
import DatasyncWebSocket
import DatasyncWire
import Foundation

/// The configuration of an application: its identifier and the location of its back end.
///
/// ```swift
/// let local = WebcomConfiguration(identifier: "shop")
/// let test = WebcomConfiguration(identifier: "shop", platform: .embedded(in: EmbeddedBackend()))
/// ```
public struct WebcomConfiguration: Sendable {
    /// The identifier of the application, which selects the shared client and the embedded back end.
    ///
    /// An identifier has 1 to 256 characters, without `/` and control characters. With any other identifier, every operation
    /// and subscription of the application fails with `invalidConfiguration`.
    public var identifier: String
    /// The location of the back end.
    public var platform: Platform
    /// The data that the client keeps beyond its subscriptions, and beyond its own end.
    public var cacheMode = CacheMode.no
    /// Whether cached data belong to one user, or to all users of the application on this device.
    public var cacheSharing = CacheSharing.perUser
    /// The initial value of ``WebcomApplication/diagnostics``; `nil` prints to standard error.
    ///
    /// Set it here if a problem may arise while the client is made, for example with its offline store.
    public var diagnostics: (@Sendable (WebcomError) -> Void)?
    /// The initial value of ``WebcomApplication/restoredWriteFailed``; `nil` uses the diagnostics.
    public var restoredWriteFailed: (@Sendable (RestoredWriteFailure) -> Void)?
    /// The delays between attempts to connect; no effect for an embedded back end in memory.
    public var reconnection = ReconnectionPolicy()
    /// Whether this application takes over another application's or platform's offline store, for a back end that has moved.
    ///
    /// A store belongs to the identifier and the platform of the client that opened it first. The platform is an embedded back
    /// end, an embedded back end at a directory, the address and path of a server, or the type of a transport. With any other
    /// identifier or platform, every operation fails with `invalidConfiguration`, because the store's pending writes would go
    /// to another back end.
    public var adoptStore = false

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the application; it is checked when a client is made.
    ///   - platform: The location of the back end; by default in this process.
    public init(identifier: String, platform: Platform = .embedded) {
        self.identifier = identifier
        self.platform = platform
    }
}

extension WebcomConfiguration {
    /// Returns the configuration from the main bundle's property list, or else from the environment.
    ///
    /// The property list has a dictionary `Webcom` with `identifier` and `platform`. Missing entries are read from the
    /// variables `WEBCOM_IDENTIFIER` and `WEBCOM_PLATFORM`. The platform is `embedded` or the address of a server. The
    /// defaults are the identifier `default` and the platform `embedded`.
    static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        information: [String: Any]? = Bundle.main.infoDictionary
    ) -> WebcomConfiguration {
        let listed = information?["Webcom"] as? [String: Any]
        let platform = listed?["platform"] as? String ?? environment["WEBCOM_PLATFORM"] ?? "embedded"
        return WebcomConfiguration(
            identifier: listed?["identifier"] as? String ?? environment["WEBCOM_IDENTIFIER"] ?? "default",
            platform: Self.platform(named: platform))
    }

    private static func platform(named text: String) -> Platform {
        if text == "embedded" { return .embedded }
        return Platform(kind: text.contains("://") ? .server(text, .standard) : .unknown(text))
    }
}

extension WebcomConfiguration: CustomStringConvertible {
    /// The identifier and the platform.
    public var description: String { "WebcomConfiguration(\(identifier), \(platform.place))" }
}

extension WebcomConfiguration {
    /// The error of an invalid identifier or an unknown platform; `nil` if the configuration is valid.
    var refusal: WebcomError? {
        if case .unknown(let text) = platform.kind {
            return WebcomError(
                .invalidConfiguration,
                "The platform \(text.quoted(atMost: 80)) of WEBCOM_PLATFORM or the property list is unknown in this build; use "
                    + "\"embedded\" or the address of a server, such as wss://HOST, or configure a transport in code: "
                    + "Webcom.setDefault(WebcomConfiguration(…)).")
        }
        if case .server(let url, let path) = platform.kind, let refusal = serverRefusal(url, path) { return refusal }
        guard let problem = Self.problem(in: identifier) else { return nil }
        return WebcomError(
            .invalidConfiguration,
            "The application identifier \(identifier.quoted(atMost: 40)) \(problem); "
                + "use 1 to 256 characters without \"/\" and control characters.")
    }

    private func serverRefusal(_ url: String, _ path: ServerPath) -> WebcomError? {
        do throws(DatasyncError) {
            let address = try ServerAddress(url: url, namespace: identifier, path: path)
            if address.transport != nil { return nil }
            return WebcomError(
                .invalidConfiguration,
                "This build cannot connect to \(address), as it lacks the trait WebSocket; enable it where your "
                    + "package depends on this one: .package(…, traits: [\"WebSocket\"]).")
        } catch {
            return WebcomError(error)
        }
    }

    private static func problem(in identifier: String) -> String? {
        let scalars = identifier.unicodeScalars
        if scalars.isEmpty { return "is empty" }
        if scalars.count > 256 { return "is \(scalars.count) characters long" }
        if scalars.contains("/") { return "holds \"/\"" }
        return scalars.first { $0.properties.generalCategory == .control }.map {
            "holds the control character U+\(String($0.value, radix: 16))"
        }
    }
}
