package import DatasyncClient
package import DatasyncTree

/// A reference that shows only some of its children: a range of keys, and at most so many from one end.
#if LegacyWarnings
    @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
#endif
public struct Query: Listenable, Hashable {
    package let location: Location
    private var hasStart = false
    private var startKey: String?
    private var endKey: String?
    private var count: Int?

    init(location: Location) { self.location = location }

    /// The query itself.
    #if LegacyWarnings
        @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
    #endif
    public var query: Query { self }

    /// The reference that the query is of.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the node itself")
    #endif
    public func ref() -> Webcom { Webcom(location: location) }

    /// What the query shows.
    ///
    /// A limit counts from the first child once `startAt` has been said, with or without a key, and from the last otherwise.
    ///
    /// - Throws: ``WebcomError`` `invalidConstraint` for a limit that is not positive or a bound that is no key.
    package func window() throws(WebcomError) -> Window {
        do throws(DataError) {
            return try Window(start: startKey, end: endKey, limit: count, side: hasStart ? .first : .last)
        } catch {
            throw WebcomError(error)
        }
    }

    func with(_ change: (inout Query) -> Void) -> Query {
        var copy = self
        change(&copy)
        return copy
    }

    mutating func start(_ key: String?) {
        hasStart = true
        startKey = key
    }

    mutating func end(_ key: String?) { endKey = key }

    mutating func limit(_ count: Int) { self.count = count }
}

extension Query: CustomStringConvertible, CustomDebugStringConvertible {
    /// The reference and the window; those that are refused are marked.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node and of its constraint")
    #endif
    public var description: String {
        let window = Window.text(start: startKey, end: endKey, limit: count, side: hasStart ? .first : .last)
        return "Query(\(location.qualifiedText), \(window))"
    }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use description of the node and of its constraint")
    #endif
    public var debugDescription: String { description }
}
