package import DatasyncTree
package import Foundation

/// An encoder that makes write values directly, with the strategies of a `JSONEncoder`.
///
/// An integer or decimal that is not exact as a double is an error. An object `{".sv": …}` is a server value. The data model
/// stores neither null nor empty objects; a ``Loss`` describes each value that is not stored for this reason.
package struct NodeEncoder {
    /// The settings of one encoding.
    struct Options {
        let dates: JSONEncoder.DateEncodingStrategy
        let data: JSONEncoder.DataEncodingStrategy
        let floats: JSONEncoder.NonConformingFloatEncodingStrategy
        let keys: JSONEncoder.KeyEncodingStrategy
        let decimals: WebcomApplication.DecimalCodingStrategy
        let userInfo: [CodingUserInfoKey: Any]
    }

    private let options: Options

    /// Makes an encoder with the current strategies and user information of a `JSONEncoder`.
    package init(_ encoder: JSONEncoder, decimals: WebcomApplication.DecimalCodingStrategy) {
        options = Options(
            dates: encoder.dateEncodingStrategy, data: encoder.dataEncodingStrategy,
            floats: encoder.nonConformingFloatEncodingStrategy, keys: encoder.keyEncodingStrategy,
            decimals: decimals, userInfo: encoder.userInfo)
    }

    /// Encodes the value of a write.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - path: The path of the write, for the depth limit and error messages.
    /// - Returns: The write value, and the diagnostics about it.
    /// - Throws: ``WebcomError`` `encodingFailed`, `invalidKey` or `invalidValue` that names type, path and remedy.
    package func writeValue<Value: Encodable>(
        _ value: Value, at path: Path
    ) throws(WebcomError) -> (writeValue: WriteValue, losses: [Loss]) {
        let pass = EncodingPass(options, path: path, isMerge: false)
        let encoded = try encoded(value, pass)
        var builder = WriteValueBuilder(path: path)
        let writeValue = try builder.writeValue(of: encoded)
        if builder.isNothing(writeValue), let object = encoded.vanishingObject {
            throw WebcomError(
                .encodingFailed, at: path.description,
                "The \(object.type) written at \(path) encodes to nothing, so that a reader would find null. Give it a "
                    + "member that is always written (an enum: raw values), or write nil to remove the node.")
        }
        return (writeValue, builder.losses + [pass.mixedTimes].compactMap(\.self))
    }

    /// Encodes the members of a merge.
    ///
    /// - Parameters:
    ///   - value: The value to encode; its names may be relative paths.
    ///   - path: The path of the merge, for the depth limit and error messages.
    /// - Returns: The members in written order, including nulls, and the diagnostics about them.
    /// - Throws: ``WebcomError`` `notAnObject`, or the errors of ``writeValue(_:at:)``.
    package func members<Value: Encodable>(
        _ value: Value, at path: Path
    ) throws(WebcomError) -> (members: [(name: String, value: WriteValue)], losses: [Loss]) {
        let pass = EncodingPass(options, path: path, isMerge: true)
        let parts: [EncodedObject.Member]
        switch try encoded(value, pass).closed {
        case .object(let object): parts = object.members
        case .array(let array):
            parts = array.elements.enumerated().map { index, element in
                let key = NodeCodingKey.index(index)
                return EncodedObject.Member(key: Key(unchecked: key.stringValue), codingKey: key, value: element)
            }
        default:
            throw WebcomError(
                .notAnObject, at: path.description,
                "The \(Value.self) merged at \(path) does not encode to an object; a merge takes an object of children. "
                    + "Use set to replace the value.")
        }
        var builder = WriteValueBuilder(path: path)
        var members: [(name: String, value: WriteValue)] = []
        for part in parts { members.append((part.key.text, try builder.writeValue(ofMember: part, of: Value.self))) }
        if members.isEmpty { builder.losses.append(.emptyMerge(of: Value.self, at: path)) }
        return (members, builder.losses + [pass.mixedTimes].compactMap(\.self))
    }

    private func encoded<Value: Encodable>(_ value: Value, _ pass: EncodingPass) throws(WebcomError) -> Encoded {
        do {
            let position = WritingPosition(pass: pass, trail: .root, depth: pass.path.count)
            let encoded = try position.encode(value) ?? .null
            if let failure = pass.failure { throw failure }
            return encoded
        } catch {
            throw pass.failure ?? pass.failure(of: Value.self, error)
        }
    }
}

extension Encoded {
    /// The value; for a nested encoder, the value written to it.
    var closed: Encoded {
        if case .open(let writer) = self { writer.value?.closed ?? .null } else { self }
    }

    /// The object of a struct, class or enum; `nil` for other values.
    fileprivate var vanishingObject: EncodedObject? {
        if case .object(let object) = closed, !object.isDictionary { object } else { nil }
    }
}
