package import DatasyncTree
package import Foundation

/// A decoder that reads nodes directly, with the strategies of a `JSONDecoder`.
///
/// The type decides how a node is read: an unkeyed container reads the children `0`, `1`, …, a keyed one reads children by
/// name. Missing and null are the same; arrays, dictionaries and sets decode as empty where nothing is stored.
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

    /// Takes over the strategies and the user information as they are now.
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
    ///   - path: The path of the node, for messages.
    /// - Returns: The decoded value.
    /// - Throws: ``WebcomError`` `decodingFailed` that names the type, the value found, its path and a remedy.
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

/// A type that decodes from null: an optional.
private protocol NilDecodable {}

extension Optional: NilDecodable {}
