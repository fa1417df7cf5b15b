import DatasyncTree
import Testing

@testable import DatasyncLive

/// The steps of an item, and the updates that are expected of it.
struct ItemRow: Sendable, CustomTestStringConvertible {
    let name: String
    let mode: ItemMode
    let fields: [String]
    var second: [String]?
    var snapshot = ItemSnapshot.yes
    let steps: [ItemStep]
    /// One line for each update: `name*=value` for each position, the star for a change, a patch after `by`.
    let lines: [String]
    /// The keys whose second level is expected to start (`+`) and end (`-`); `nil` skips the check.
    var watched: [String]?

    var testDescription: String { name }

    init(
        _ name: String, _ mode: ItemMode, _ fields: [String], second: [String]? = nil, snapshot: ItemSnapshot = .yes,
        _ steps: [ItemStep], _ lines: [String], watched: [String]? = nil
    ) {
        self.name = name
        self.mode = mode
        self.fields = fields
        self.second = second
        self.snapshot = snapshot
        self.steps = steps
        self.lines = lines
        self.watched = watched
    }

    /// Runs the steps, and checks every member of every update.
    func check() throws {
        var player = try ItemPlayer(mode: mode, fields: fields, second: second, snapshot: snapshot)
        for step in steps { try player.play(step) }
        #expect(player.lines == lines)
        if let watched { #expect(player.watched == watched) }
        #expect(player.reports.isEmpty)
    }
}

/// A change of the node of an item, as JSON texts.
enum ItemStep: Sendable {
    /// The whole node is known and has this value.
    case now(String)
    /// These children are known, and their siblings are not.
    case part(String)
    /// A write is acknowledged without a further change.
    case acknowledged
    /// The node of a key's second level has this value.
    case second(String, String)
}
