package import DatasyncTree
package import Foundation

/// A decoder that reads nodes directly, with the strategies of a `JSONDecoder`.
///
/// The decoded type determines how a node is read: an unkeyed container reads the children `0`, `1`, …, a keyed container
/// reads children by name. A missing child is null. Arrays, dictionaries and sets decode a missing value as empty.
package struct NodeDecoder {
    /// The settings of one decoding.
    struct Options {
        let dates: JSONDecoder.DateDecodingStrategy
        let data: JSONDecoder.DataDecodingStrategy
        let floats: JSONDecoder.NonConformingFloatDecodingStrategy
        let keys: JSONDecoder.KeyDecodingStrategy
        let decimals: WebcomApplication.DecimalCodingStrategy
        let userInfo: [CodingUserInfoKey: Any]
    }

    private let options: Options

    /// Makes a decoder with the current strategies and user information of a `JSONDecoder`.
    package init(_ decoder: JSONDecoder, decimals: WebcomApplication.DecimalCodingStrategy) {
        options = Options(
            dates: decoder.dateDecodingStrategy, data: decoder.dataDecodingStrategy,
            floats: decoder.nonConformingFloatDecodingStrategy, keys: decoder.keyDecodingStrategy,
            decimals: decimals, userInfo: decoder.userInfo)
    }

    /// Decodes a node.
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - node: The value to decode.
    ///   - path: The path of the node, for error messages.
    /// - Returns: The decoded value.
    /// - Throws: ``WebcomError`` `decodingFailed` that names the type, the stored value, its path and a remedy.
    package func decode<Value: Decodable>(_ type: Value.Type, from node: Node, at path: Path) throws(WebcomError)
        -> Value
    {
        let pass = DecodingPass(options, path: path)
        let reader = NodeReader(pass: pass, node: node, trail: .root, type: type, missing: nil)
        if node.isNull, !(type is any EmptyWhenMissing.Type || type is any NilDecodable.Type) {
            throw WebcomError(
                .decodingFailed, at: path.description,
                "Expected \(type) at \(path), found null. Decode \(type)? instead, or write a value first.")
        }
        do {
            let value = try reader.decode(type)
            if let failure = pass.failure { throw failure }
            return value
        } catch {
            throw pass.failure ?? pass.failure(of: type, error)
        }
    }
}

/// A type that decodes null: an optional.
private protocol NilDecodable {}

extension Optional: NilDecodable {}
