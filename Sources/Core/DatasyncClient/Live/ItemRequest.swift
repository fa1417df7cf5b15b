package import DatasyncLive

/// The settings of an item subscription.
package struct ItemRequest: Sendable {
    package let mode: ItemMode
    package let items: ItemSelection
    package let fields: [String]
    package let snapshot: ItemSnapshot
    package let secondLevel: ItemSecondLevel?

    package init(
        mode: ItemMode, items: ItemSelection, fields: [String], snapshot: ItemSnapshot, secondLevel: ItemSecondLevel?
    ) {
        self.mode = mode
        self.items = items
        self.fields = fields
        self.snapshot = snapshot
        self.secondLevel = secondLevel
    }

    /// The invalid setting and its remedy, as the end of a sentence; `nil` if all settings are valid.
    var problem: String? {
        if items.paths.isEmpty { return "names no items; give the path of at least one" }
        if case .length(let count) = snapshot, count < 0 {
            return "requests a snapshot of \(count) messages; use .length(0) or more, .yes or .no"
        }
        if secondLevel != nil, mode != .command {
            return
                "has a second level in the mode \(mode.rawValue); use the mode command, or leave the second level out"
        }
        return nil
    }
}

extension ItemRequest: CustomStringConvertible {
    /// The mode and the items.
    package var description: String { "\(mode), \(items)" }
}
