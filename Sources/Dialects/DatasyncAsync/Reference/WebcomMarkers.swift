import DatasyncEngine
import Dispatch

/// The key of a node.
public typealias WebcomKey = String

/// Markers that select an overload.
public enum WebcomMarkers {
    /// Marks a value as JSON, which is written without encoding.
    public enum Raw: Sendable {
        /// The value is Foundation's JSON.
        case raw
    }
}

extension WebcomMarkers.Raw: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .raw: "raw"
        }
    }
}
