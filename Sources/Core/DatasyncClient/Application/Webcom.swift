/// The entry point of the library, and the reference type of the legacy dialect.
///
/// The legacy dialect adds `Webcom("app")`, the callback dialect `Webcom.App("app")`; the async dialect starts from
/// ``defaultApplication``. All three can be imported into one file.
///
/// ```swift
/// Webcom.setDefault(WebcomConfiguration(identifier: "contacts-app"))
/// let application = Webcom.defaultApplication
/// ```
public struct Webcom: Sendable, Hashable {
    package let location: Location

    package init(location: Location) { self.location = location }

    /// The default application, for programs that need only one; made on first use.
    ///
    /// The configuration comes from ``setDefault(_:)``, or else from `Info.plist` or the environment (`WEBCOM_IDENTIFIER`,
    /// `WEBCOM_PLATFORM`), or else it is embedded with the identifier `default`. Handles made with its identifier share its
    /// configuration and its client.
    public static var defaultApplication: WebcomApplication { ClientRegistry.shared.defaultApplication }

    /// Configures the default application, and the handles made with its identifier.
    ///
    /// The first call decides. The configuration has no effect if another one was set before, if the default application is
    /// already in use, or if handles of the same name use another configuration. If the configurations differ, a diagnostic
    /// names both.
    ///
    /// - Parameter configuration: The identifier and the platform.
    /// - Returns: Whether the configuration applies.
    @discardableResult
    public static func setDefault(_ configuration: WebcomConfiguration) -> Bool {
        ClientRegistry.shared.setDefault(configuration)
    }
}
