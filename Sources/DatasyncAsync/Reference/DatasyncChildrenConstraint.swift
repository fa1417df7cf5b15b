package import DatasyncClient
package import DatasyncTree

/// A range and limit of the children that a subscription or read covers.
///
/// Bounds are inclusive. A limit below 1 makes the operation fail with `invalidConstraint`.
public enum DatasyncChildrenConstraint: Sendable, Equatable {
    /// All children.
    case all
    /// The first children in key order, at most `limit`.
    case first(limit: Int)
    /// The last children in key order, at most `limit`.
    case last(limit: Int)
    /// The children from a key on; with a limit, the first ones of them.
    case startAt(key: WebcomKey, limit: Int? = nil)
    /// The children up to a key; with a limit, the last ones of them.
    case endAt(key: WebcomKey, limit: Int? = nil)
    /// The children from one key to another.
    case between(from: WebcomKey, to: WebcomKey)

    /// Returns the constraint as a window of the engine.
    ///
    /// - Throws: `WebcomError` `invalidConstraint`.
    package func window() throws(WebcomError) -> Window {
        let (start, end, limit, side) = parts
        do throws(DataError) {
            return try Window(start: start, end: end, limit: limit, side: side)
        } catch {
            throw WebcomError(error)
        }
    }

    private var parts: (start: WebcomKey?, end: WebcomKey?, limit: Int?, side: Window.Side) {
        switch self {
        case .all: (nil, nil, nil, .first)
        case .first(let limit): (nil, nil, limit, .first)
        case .last(let limit): (nil, nil, limit, .last)
        case .startAt(let key, let limit): (key, nil, limit, .first)
        case .endAt(let key, let limit): (nil, key, limit, .last)
        case .between(let start, let end): (start, end, nil, .first)
        }
    }
}

extension DatasyncChildrenConstraint: CustomStringConvertible {
    /// The bounds and the limit; invalid ones are marked.
    public var description: String {
        let (start, end, limit, side) = parts
        return Window.text(start: start, end: end, limit: limit, side: side)
    }
}

extension DatasyncChildrenConstraint: CustomDebugStringConvertible {
    /// The description after the name of the type.
    public var debugDescription: String { "DatasyncChildrenConstraint(\(description))" }
}
