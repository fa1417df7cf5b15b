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
    /// Its configuration is that of ``setDefault(_:)``, or else of `Info.plist` or the environment (`WEBCOM_IDENTIFIER`,
    /// `WEBCOM_PLATFORM`), or else embedded with the identifier `default`. Handles made by the name of its identifier share
    /// its configuration and its client.
    public static var defaultApplication: WebcomApplication { ClientRegistry.shared.defaultApplication }

    /// Configures the default application, and the handles made by the name of its identifier.
    ///
    /// The first call decides. The configuration has no effect if another one was set before, once the default application is
    /// in use, or while handles of the same name are in use with another configuration. If they differ, a diagnostic names
    /// both.
    ///
    /// - Parameter configuration: The identifier and the platform.
    /// - Returns: Whether the configuration applies.
    @discardableResult
    public static func setDefault(_ configuration: WebcomConfiguration) -> Bool {
        ClientRegistry.shared.setDefault(configuration)
    }
}
