import DatasyncEngine
import Dispatch

/// The key of a node.
public typealias WebcomKey = String

/// Markers that tell overloads apart.
public enum WebcomMarkers {
    /// Marks a value as JSON that is not to be encoded.
    public enum Raw: Sendable {
        /// The value is JSON.
        case raw
    }
}

extension WebcomMarkers.Raw: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .raw: "raw"
        }
    }

    /// The names of the type and the case.
    public var debugDescription: String { "Raw.raw" }
}
