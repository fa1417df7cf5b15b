import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import DatasyncWire
import Testing

@testable import DatasyncBackend
@testable import MigrationPairs

/// A back end, a device on which one version of a task runs, and another device that writes.
@MainActor
final class PairFixture {
    let clock = ManualClock()
    let embedded: EmbeddedBackend
    /// The device of the task, for writes of its own in whatever dialect.
    let own: Webcom
    /// The controller's grip on its connection.
    let port: BackendPort
    /// The other device.
    let other: Webcom
    private let version: any MigrationPair.Type
    private let screen = Screen()
    private var countOfChecked = 0
    private var pair: (any MigrationPair)?

    /// Sets the stage for one version of a task.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - data: What the back end holds at the start.
    /// - Throws: What is wrong with the data.
    init(_ version: any MigrationPair.Type, data: Any?) throws {
        self.version = version
        let clock = clock
        embedded = EmbeddedBackend { clock.now }
        try embedded.setData(data)
        let (ownPort, otherPort) = (embedded.backend.makePort(), embedded.backend.makePort())
        let device = WebcomApplication(client: Client(of: ownPort, clock: clock, seed: 1))
        port = ownPort
        own = Webcom(device)
        other = Webcom(WebcomApplication(client: Client(of: otherPort, clock: clock, seed: 2)))
        pair = version.init(application: device) { [screen] in screen.lines.append($0) }
    }

    /// All that was told, and what the script noted in between.
    var trace: [String] { screen.lines }

    func start() { pair?.start() }
    func act() { pair?.act() }
    func stop() { pair?.stop() }

    /// Releases the task, and notes whether it has gone.
    func release() {
        weak let released = pair
        pair = nil
        note(released == nil ? "(released)" : "(still there)")
    }

    /// Has a line in the trace that tells of the surroundings.
    func note(_ line: String) { screen.lines.append(line) }

    /// Notes what the back end holds.
    func noteData() { note("(back end: \(embedded.data ?? "nothing"))") }

    /// Notes how many queries the devices listen to at the back end.
    func noteListens() { note("(listens: \(countOfListens))") }

    var countOfListens: Int {
        let count = Count()
        embedded.backend.perform { state, _ in
            count.set(state.sessions.values.reduce(0) { $0 + $1.listens.count })
            return []
        }
        return count.value
    }

    /// Waits until so many more lines have been told, and checks them; none may follow.
    func hears(_ expected: String..., at place: SourceLocation = #_sourceLocation) async {
        // What is told is told for certain: there is nothing to wait for but turns. The limit only makes a failure fail soon.
        var turns = 100_000
        while screen.lines.count < countOfChecked + expected.count, turns > 0 {
            turns -= 1
            await takeTurn()
        }
        for _ in 0..<10 { await takeTurn() }
        #expect(Array(screen.lines[countOfChecked...]) == expected, "\(version)", sourceLocation: place)
        countOfChecked = screen.lines.count
    }

    /// Waits until the task has settled, and checks that it has told nothing.
    func hearsNothing(at place: SourceLocation = #_sourceLocation) async { await hears(at: place) }
}

/// The lines that a task has told.
@MainActor
private final class Screen {
    var lines: [String] = []
}
