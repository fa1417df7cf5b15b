import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import DatasyncWire
import Testing

@testable import DatasyncBackend
@testable import MigrationPairs

/// A back end, a client that runs one version of a task, and another client that writes.
@MainActor
final class PairFixture {
    let clock = ManualClock()
    let embedded: EmbeddedBackend
    /// The client of the task, for its local writes in the legacy dialect.
    let own: Webcom
    /// The port that controls the connection of the task's client.
    let port: BackendPort
    /// The other client.
    let other: Webcom
    private let version: any MigrationPair.Type
    private let screen = Screen()
    private var countOfChecked = 0
    private var pair: (any MigrationPair)?

    /// Creates the back end and the clients for one version of a task.
    ///
    /// - Parameters:
    ///   - version: The version.
    ///   - data: The initial data of the back end.
    /// - Throws: The error for invalid data.
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

    /// All lines of the task, and the notes of the script between them.
    var trace: [String] { screen.lines }

    func start() { pair?.start() }
    func act() { pair?.act() }
    func stop() { pair?.stop() }

    /// Releases the task, and notes whether it was deallocated.
    func release() {
        weak let released = pair
        pair = nil
        note(released == nil ? "(released)" : "(still there)")
    }

    /// Adds a line of the test to the trace.
    func note(_ line: String) { screen.lines.append(line) }

    /// Notes the data at the back end.
    func noteData() { note("(back end: \(embedded.data ?? "nothing"))") }

    /// Notes the number of listens of the clients at the back end.
    func noteListens() { note("(listens: \(countOfListens))") }

    var countOfListens: Int {
        let count = Count()
        embedded.backend.perform { state, _ in
            count.set(state.sessions.values.reduce(0) { $0 + $1.listens.count })
            return []
        }
        return count.value
    }

    /// Waits for as many further lines as are expected, and checks them; no other line may follow.
    func hears(_ expected: String..., at place: SourceLocation = #_sourceLocation) async {
        // The lines arrive without a delay, after some turns. The limit only makes a failing test end soon.
        var turns = 100_000
        while screen.lines.count < countOfChecked + expected.count, turns > 0 {
            turns -= 1
            await takeTurn()
        }
        for _ in 0..<10 { await takeTurn() }
        #expect(Array(screen.lines[countOfChecked...]) == expected, "\(version)", sourceLocation: place)
        countOfChecked = screen.lines.count
    }

    /// Waits until the task has settled, and checks that it added no line.
    func hearsNothing(at place: SourceLocation = #_sourceLocation) async { await hears(at: place) }
}

/// The lines that a task displays.
@MainActor
private final class Screen {
    var lines: [String] = []
}
