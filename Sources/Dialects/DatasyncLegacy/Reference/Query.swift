package import DatasyncClient
package import DatasyncTree

/// A reference restricted to a range of keys and a number of children.
///
/// ```swift
/// let contacts = Webcom("contacts-app").child("contacts")
/// contacts.startAt("a").endAt("m").limit(20).on("child_added") { snapshot, _ in print(snapshot.name() ?? "") }
/// ```
///
/// An operation with an invalid bound or limit fails with `invalidConstraint`.
#if LegacyWarnings
    @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
#endif
public struct Query: Listenable, Hashable, CustomStringConvertible {
    package let location: Location
    private var hasStart = false
    private var startKey: String?
    private var endKey: String?
    private var count: Int?
    /// The parts of a query that has an order, or a bound or limit from the newer methods.
    private var parts: ConstraintParts?

    init(location: Location) { self.location = location }

    /// The query itself.
    #if LegacyWarnings
        @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
    #endif
    public var query: Query { self }

    /// Returns the reference that the query restricts.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the node itself")
    #endif
    public func ref() -> Webcom { Webcom(location: location) }

    /// Returns the query as a window of the engine.
    ///
    /// A limit counts from the first child after a call to `startAt`, with or without a key, and otherwise from the last.
    ///
    /// - Throws: ``WebcomError`` `invalidConstraint` for a limit that is not positive or a bound that is not a key.
    package func window() throws(WebcomError) -> Window {
        try constraint.window()
    }

    private var constraint: ConstraintParts {
        parts ?? ConstraintParts(start: startKey, end: endKey, limit: count, side: hasStart ? .first : .last)
    }

    func with(_ change: (inout Query) -> Void) -> Query {
        var copy = self
        change(&copy)
        return copy
    }

    mutating func start(_ key: String?) {
        if parts != nil {
            if let key { parts?.setStart(BoundValue(.string(key))) }
        } else {
            startKey = key
        }
        hasStart = true
    }

    mutating func end(_ key: String?) {
        if parts == nil {
            endKey = key
        } else if let key {
            parts?.setEnd(BoundValue(.string(key)))
        }
    }

    mutating func limit(_ count: Int) {
        guard let parts else {
            self.count = count
            return
        }
        self.parts?.setLimit(count, hasStart || parts.hasStart ? .first : .last)
    }

    /// Returns a query with a changed constraint, which names its order, bounds and limit.
    func changed(_ change: (inout ConstraintParts) -> Void) -> Query {
        var parts = constraint
        if self.parts == nil, startKey == nil, endKey == nil, count == nil { parts = ConstraintParts() }
        change(&parts)
        return with { $0.parts = parts }
    }

    /// The reference and the window; invalid bounds and limits are marked.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node and of its constraint")
    #endif
    public var description: String { "Query(\(location.qualifiedText), \(constraint))" }
}
