public import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncTree

/// A node that shows only some of its children: what code of the old dialect keeps in a variable, and asks for a smaller one.
///
/// The dialect itself has constraints, which stand beside the node: where the window is the same in all calls, say it there.
public struct Query: Sendable, Hashable {
    let node: Webcom.ServerlessDbNode
    let legacy: DatasyncLegacy.Query

    /// The node that the query is of.
    public func ref() -> Webcom.ServerlessDbNode { node }

    func with(_ legacy: DatasyncLegacy.Query) -> Query { Query(node: node, legacy: legacy) }
}
