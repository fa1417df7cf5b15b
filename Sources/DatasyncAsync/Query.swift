import DatasyncApplication
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
        do throws(DataError) {
            switch self {
            case .all: return .all
            case .first(let limit): return try Window(limit: limit)
            case .last(let limit): return try Window(limit: limit, side: .last)
            case .startAt(let key, let limit): return try Window(start: key, limit: limit)
            case .endAt(let key, let limit): return try Window(end: key, limit: limit, side: .last)
            case .between(let start, let end): return try Window(start: start, end: end)
            }
        } catch {
            throw WebcomError(error)
        }
    }
}

extension DatasyncChildrenConstraint: CustomStringConvertible {
    /// The constraint in words.
    public var description: String {
        (try? window())?.description ?? "a constraint that makes no sense"
    }
}
