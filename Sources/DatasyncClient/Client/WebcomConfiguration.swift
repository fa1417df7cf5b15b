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
        /// A platform of the environment that this build cannot reach.
        case unknown(String)
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
    /// The configuration in the property list of the main bundle, or else in the environment.
    ///
    /// On Apple systems the dictionary `Webcom` of `Info.plist` with `identifier` and `platform`; elsewhere, or for what it does
    /// not hold, the variables `WEBCOM_IDENTIFIER` and `WEBCOM_PLATFORM`. Without them the identifier is `default` and the
    /// platform `embedded`, the only one that a text can name in this build.
    static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        information: [String: Any]? = Bundle.main.infoDictionary
    ) -> WebcomConfiguration {
        let listed = information?["Webcom"] as? [String: Any]
        let platform = listed?["platform"] as? String ?? environment["WEBCOM_PLATFORM"] ?? "embedded"
        return WebcomConfiguration(
            identifier: listed?["identifier"] as? String ?? environment["WEBCOM_IDENTIFIER"] ?? "default",
            platform: platform == "embedded" ? .embedded : Platform(kind: .unknown(platform)))
    }
}

extension Platform {
    /// Whether both lead to the same back end; transports that are values are never the same.
    func isSame(as other: Platform) -> Bool {
        switch (kind, other.kind) {
        case (.embedded, .embedded): true
        case (.backend(let mine), .backend(let theirs)): mine === theirs
        case (.transport(let mine), .transport(let theirs)):
            type(of: mine) is AnyClass && mine as AnyObject === theirs as AnyObject
        case (.unknown(let mine), .unknown(let theirs)): mine == theirs
        default: false
        }
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
        case .unknown(let text): "unknown \(text)"
        }
    }
}

extension WebcomConfiguration {
    /// The error of whatever is done with the application, when its identifier breaks the rule.
    var refusal: WebcomError? {
        if case .unknown(let text) = platform.kind {
            return WebcomError(
                .invalidConfiguration,
                "The platform \(text.quoted(atMost: 80)) of WEBCOM_PLATFORM or the property list is unknown in this build; use "
                    + "\"embedded\", or configure a transport in code: Webcom.setDefault(WebcomConfiguration(…)).")
        }
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
