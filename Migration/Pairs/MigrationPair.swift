import DatasyncAsync

/// Shows a line on the screen.
typealias Tell = @MainActor (String) -> Void

/// A small task of an application, written once in each dialect.
///
/// The three versions of a task show the same lines in the same order.
@MainActor
protocol MigrationPair: AnyObject {
    /// Creates the task for the data of an application.
    ///
    /// - Parameters:
    ///   - application: The application whose data the task reads and writes.
    ///   - tell: Shows a line on the screen.
    init(application: WebcomApplication, tell: @escaping Tell)

    /// Starts the task when the screen appears.
    func start()
    /// Runs the action of the button.
    func act()
    /// Stops the task when the screen disappears.
    func stop()
}

extension MigrationPair {
    func start() {}
    func act() {}
    func stop() {}
}
