import DatasyncTree
public import DatasyncWire
import Foundation

/// Which application a client belongs to, and where its back end is.
public struct WebcomConfiguration: Sendable {
    /// The identifier of the application; embedded back ends and shared clients go by it.
    ///
    /// It has 1 to 256 characters, without `/` and control characters. With another, everything that is done with the
    /// application fails with `invalidConfiguration`.
    public var identifier: String
    /// Where the back end is.
    public var platform: Platform

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the application.
    ///   - platform: Where the back end is; by default in this process.
    public init(identifier: String, platform: Platform = .embedded) {
        self.identifier = identifier
        self.platform = platform
    }
}

/// Where the back end of an application is.
public struct Platform: Sendable {
    enum Kind: Sendable {
        case embedded
        case backend(EmbeddedBackend)
        case transport(any Transport)
    }

    let kind: Kind

    /// In this process: one back end for each application identifier, shared by all its clients.
    public static let embedded = Platform(kind: .embedded)

    /// In this process: a back end of one's own, as tests and demos want it.
    public static func embedded(in backend: EmbeddedBackend) -> Platform { Platform(kind: .backend(backend)) }

    /// At the other end of a transport, which is opened again when it closes.
    public static func transport(_ transport: any Transport) -> Platform { Platform(kind: .transport(transport)) }
}

extension WebcomConfiguration {
    /// The configuration that the surroundings give.
    ///
    /// On Apple systems the dictionary `Webcom` of the main bundle's `Info.plist`, elsewhere or without it the environment
    /// (`WEBCOM_IDENTIFIER`), and without that the identifier `default`; embedded.
    static func ofSurroundings(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        information: [String: Any]? = Bundle.main.infoDictionary
    ) -> WebcomConfiguration {
        let listed = (information?["Webcom"] as? [String: Any])?["identifier"] as? String
        return WebcomConfiguration(identifier: listed ?? environment["WEBCOM_IDENTIFIER"] ?? "default")
    }
}

extension WebcomConfiguration: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier, and where the back end is.
    public var description: String { "WebcomConfiguration(\(identifier), \(platform.place))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Platform: CustomStringConvertible, CustomDebugStringConvertible {
    /// Where the back end is.
    public var description: String { "Platform(\(place))" }

    /// The description.
    public var debugDescription: String { description }

    fileprivate var place: String {
        switch kind {
        case .embedded: "embedded"
        case .backend(let backend): "embedded in \(backend)"
        case .transport(let transport): "transport \(type(of: transport))"
        }
    }
}

extension WebcomConfiguration {
    /// The error of whatever is done with the application, when its identifier breaks the rule.
    var refusal: WebcomError? {
        guard let problem = Self.problem(in: identifier) else { return nil }
        return WebcomError(
            .invalidConfiguration,
            "The application identifier \(identifier.quoted(atMost: 40)) \(problem); "
                + "use 1 to 256 characters without \"/\" and control characters.")
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
