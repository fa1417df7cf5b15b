package import DatasyncTree
import Foundation

/// Values of the application to JSON and back.
extension WebcomApplication {
    /// Encodes a value; `nil` is null.
    ///
    /// - Throws: ``WebcomError`` `encodingFailed` with the encoder's reason.
    package func encode<Value: Encodable>(_ value: Value?) throws(WebcomError) -> JSON {
        guard let value else { return .null }
        do {
            return try JSONParser.parse(Array(try jsonEncoder.encode(value)))
        } catch {
            throw WebcomError(
                .encodingFailed,
                "A value of type \(Value.self) could not be encoded to JSON: \(error). Correct its encoding.")
        }
    }

    /// Encodes a value, or says why it cannot be.
    package func encoded<Value: Encodable>(_ value: Value?) -> Result<JSON, WebcomError> {
        do throws(WebcomError) {
            return .success(try encode(value))
        } catch {
            return .failure(error)
        }
    }

    /// Decodes a node; integer-keyed nodes decode as arrays too.
    ///
    /// - Throws: ``WebcomError`` `decodingFailed` with the decoder's reason.
    package func decode<Value: Decodable>(_ type: Value.Type, from node: Node, at path: Path) throws(WebcomError)
        -> Value
    {
        // A node with integer keys can be meant as an array or as a dictionary: only the type knows.
        let asArrays = Data(node.json(readsArrays: true).text.utf8)
        do {
            return try jsonDecoder.decode(type, from: asArrays)
        } catch {
            let asObjects = Data(node.json(readsArrays: false).text.utf8)
            if let value = try? jsonDecoder.decode(type, from: asObjects) { return value }
            throw WebcomError(
                .decodingFailed, at: path.description,
                "The value at \(path) could not be decoded as \(Value.self): \(error). Correct the type or the data.")
        }
    }
}
