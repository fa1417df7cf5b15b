import DatasyncTree

/// A query that the client listens to at the back end.
///
/// A window has a tag; a default query has none.
package struct Listen: Hashable, Sendable {
    package let query: Query
    package let tag: Int?
}
