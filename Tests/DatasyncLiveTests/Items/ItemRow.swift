import DatasyncTree
import Testing

@testable import DatasyncLive

/// What happens to an item, and the updates that are expected of it.
struct ItemRow: Sendable, CustomTestStringConvertible {
    let name: String
    let mode: ItemMode
    let fields: [String]
    var second: [String]?
    var snapshot = ItemSnapshot.yes
    let steps: [ItemStep]
    /// One line for each update: `name*=value` for each position, the star for a change, a patch behind `by`.
    let lines: [String]
    /// The keys that the second level was begun (`+`) and ended (`-`) for, if that matters.
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

    /// Plays the row, and checks every member of every update on the way.
    func check() throws {
        var player = try ItemPlayer(mode: mode, fields: fields, second: second, snapshot: snapshot)
        for step in steps { try player.play(step) }
        #expect(player.lines == lines)
        if let watched { #expect(player.watched == watched) }
        #expect(player.reports.isEmpty)
    }
}

/// What happens to the node of an item, as JSON texts.
enum ItemStep: Sendable {
    /// All of the node is known, and is this.
    case now(String)
    /// These children are known, their siblings are not.
    case part(String)
    /// A write is acknowledged that changed nothing any more.
    case acknowledged
    /// The node of a key's second level is this.
    case second(String, String)
}
