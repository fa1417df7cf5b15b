import DatasyncTree
import Foundation

/// Merges whose names are paths, for the calls `setPaths` of the dialects.
extension WrittenValue {
    /// Returns a merge of Foundation's JSON by relative paths; `nil` removes a node.
    package static func paths(_ values: [String: Any?], readsPriorities: Bool = false) -> WrittenValue {
        .foundation(values.mapValues { $0 ?? NSNull() }, readsPriorities: readsPriorities)
    }

    /// Returns a merge of values by relative paths, which the application encodes; `nil` removes a node.
    package static func paths(_ values: [String: (any Encodable)?], _ application: WebcomApplication) -> WrittenValue {
        .encodable(values.mapValues { $0.map(AnyWritable.init) }, application)
    }
}

/// A value of any type, encoded as its own type is.
private struct AnyWritable: Encodable, NodeWritable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    func encoded(at position: WritingPosition) throws -> Encoded? { try position.encode(value) }
}
