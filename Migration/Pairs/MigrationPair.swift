import DatasyncAsync

/// Shows a line on the screen.
typealias Tell = @MainActor (String) -> Void

/// A small task of an application, written once in each dialect.
///
/// The three versions of a task tell the same lines, whatever happens.
@MainActor
protocol MigrationPair: AnyObject {
    /// Makes it for the data of an application.
    ///
    /// - Parameters:
    ///   - application: Whose data it works on.
    ///   - tell: Shows a line on the screen.
    init(application: WebcomApplication, tell: @escaping Tell)

    /// What is done when the screen appears.
    func start()
    /// What is done when the user presses the button.
    func act()
    /// What is done when the screen disappears.
    func stop()
}

extension MigrationPair {
    func start() {}
    func act() {}
    func stop() {}
}
