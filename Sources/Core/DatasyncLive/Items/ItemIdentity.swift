import DatasyncTree

/// The identity of an item within its subscription.
package struct ItemIdentity: Sendable {
    package let name: String?
    package let position: Int
    /// Reports misuse of the item's updates to the diagnostics.
    let report: @Sendable (String) -> Void

    package init(name: String?, position: Int, report: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.position = position
        self.report = report
    }
}
