/// The name of the library, and the reference type of the string-event dialect.
///
/// Each dialect adds its members: importing one gives `Webcom("app")`, another `Webcom.App("app")`, another
/// `Webcom.defaultApplication`; all three fit into one file.
public struct Webcom: Sendable, Hashable {
    package let location: Location

    package init(location: Location) { self.location = location }

    /// The application that the surroundings configure, for programs that need only one.
    ///
    /// Configured by ``setDefault(_:)`` before first use, else by `Info.plist` or the environment, else it is embedded under the
    /// identifier `default`.
    public static var defaultApplication: WebcomApplication { ClientRegistry.ofProcess.defaultApplication }

    /// Configures the default application.
    ///
    /// - Parameter configuration: Its identifier, and where its back end is.
    /// - Returns: Whether it came before the first use; otherwise it has no effect.
    @discardableResult
    public static func setDefault(_ configuration: WebcomConfiguration) -> Bool {
        ClientRegistry.ofProcess.setDefault(configuration)
    }
}
