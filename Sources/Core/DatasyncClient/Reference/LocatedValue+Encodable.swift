import DatasyncTree

extension LocatedValue: Encodable {
    /// Encodes the value as its JSON: integer-keyed nodes as arrays, whole numbers as integers.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    package func encode(to encoder: any Encoder) throws {
        try EncodableJSON(json: node.json(readsArrays: true)).encode(to: encoder)
    }
}

/// JSON as a value for any encoder.
private struct EncodableJSON: Encodable {
    let json: JSON

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch json.content {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .number(let number):
            if let integer = Int(exactly: number) {
                try container.encode(integer)
            } else {
                try container.encode(number)
            }
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements.map(EncodableJSON.init))
        case .object(let members):
            // A dictionary, not a keyed container: key strategies must not convert the keys of nodes.
            try container.encode(
                Dictionary(members.map { ($0.name, EncodableJSON(json: $0.value)) }, uniquingKeysWith: { $1 }))
        }
    }
}
