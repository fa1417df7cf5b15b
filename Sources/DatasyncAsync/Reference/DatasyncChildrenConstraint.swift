package import DatasyncClient
package import DatasyncTree

/// Which children a subscription shows; bounds are included, limits are positive.
public enum DatasyncChildrenConstraint: Sendable, Equatable {
    /// All children.
    case all
    /// The first children, at most so many.
    case first(limit: Int)
    /// The last children, at most so many.
    case last(limit: Int)
    /// The children from a key on, of these the first so many.
    case startAt(key: WebcomKey, limit: Int? = nil)
    /// The children up to a key, of these the last so many.
    case endAt(key: WebcomKey, limit: Int? = nil)
    /// The children between two keys.
    case between(from: WebcomKey, to: WebcomKey)

    /// The constraint as the engine knows it.
    ///
    /// - Throws: ``WebcomError`` `invalidConstraint`.
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
    /// The bounds and the limit; those that are refused are marked.
    public var description: String {
        let (start, end, limit, side) = parts
        return Window.text(start: start, end: end, limit: limit, side: side)
    }
}

extension DatasyncChildrenConstraint: CustomDebugStringConvertible {
    /// The description after the name of the type.
    public var debugDescription: String { "DatasyncChildrenConstraint(\(description))" }
}
