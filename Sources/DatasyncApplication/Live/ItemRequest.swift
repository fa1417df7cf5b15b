package import DatasyncLive

/// What an item subscription is to see, and how.
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
}

extension ItemRequest: CustomStringConvertible {
    /// The mode and the items.
    package var description: String { "\(mode), \(items)" }
}
