/// The name of the library, and the reference type of the string-event dialect.
///
/// Each dialect adds its members: importing one gives `Webcom("app")`, another `Webcom.App("app")`, another
/// `Webcom.defaultApplication`; all three fit into one file.
public struct Webcom: Sendable, Hashable {
    package let location: Location

    package init(location: Location) { self.location = location }

    /// The application for programs that need only one.
    ///
    /// Configured by ``setDefault(_:)`` before first use, else by `Info.plist` or the environment (`WEBCOM_IDENTIFIER`,
    /// `WEBCOM_PLATFORM`), else embedded under the identifier `default`. Handles made by the name of its identifier share its
    /// configuration and its client.
    public static var defaultApplication: WebcomApplication { ClientRegistry.shared.defaultApplication }

    /// Configures the default application, and the handles made by the name of its identifier.
    ///
    /// - Parameter configuration: The identifier, and where the back end is.
    /// - Returns: Whether it applies. It has no effect once the default application is in use, or while handles of the same
    ///   name are in use with another configuration; a diagnostic then names both configurations.
    @discardableResult
    public static func setDefault(_ configuration: WebcomConfiguration) -> Bool {
        ClientRegistry.shared.setDefault(configuration)
    }
}
