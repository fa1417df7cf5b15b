package import DatasyncTree
import Foundation

/// The encoding of values to write values, and the decoding of nodes.
extension WebcomApplication {
    /// Encodes the value of a write; `nil` is null.
    ///
    /// Each part that the data model does not store is reported to the diagnostics, once for each type and coding path. A `Date`
    /// beside a server timestamp is reported once for each type.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - path: The path of the write, for the depth limit and error messages.
    /// - Returns: The write value.
    /// - Throws: ``WebcomError`` `encodingFailed`, `invalidKey` or `invalidValue` that names type, path and remedy.
    package func writeValue<Value: Encodable>(_ value: Value?, at path: Path) throws(WebcomError) -> WriteValue {
        guard let value else { return WriteValue(.null) }
        let (writeValue, losses) = try encoder.writeValue(value, at: path)
        report(losses, of: Value.self)
        return writeValue
    }

    /// Encodes the members of a merge, in written order; null members remove children.
    ///
    /// - Parameters:
    ///   - value: The value to encode; its names may be relative paths, which are not checked.
    ///   - path: The path of the merge, for the depth limit and error messages.
    /// - Returns: The members; the elements of an array have the names `0`, `1`, ….
    /// - Throws: ``WebcomError`` `notAnObject`, or the errors of ``writeValue(_:at:)``.
    package func members<Value: Encodable>(
        _ value: Value, at path: Path
    ) throws(WebcomError) -> [(name: String, value: WriteValue)] {
        let (members, losses) = try encoder.members(value, at: path)
        report(losses, of: Value.self)
        return members
    }

    /// Decodes a node.
    /// - Throws: ``WebcomError`` `decodingFailed` that names the type, the stored value, its path and a remedy.
    package func decode<Value: Decodable>(_ type: Value.Type, from node: Node, at path: Path) throws(WebcomError)
        -> Value
    {
        try NodeDecoder(jsonDecoder, decimals: decimalCodingStrategy).decode(type, from: node, at: path)
    }

    private var encoder: NodeEncoder { NodeEncoder(jsonEncoder, decimals: decimalCodingStrategy) }

    private func report(_ losses: [Loss], of type: Any.Type) {
        for loss in losses where client.reportedLosses.insert(type, loss.pattern) { client.diagnose(loss.error) }
    }
}
