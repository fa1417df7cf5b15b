import DatasyncTree

/// Any stored value, as a type that an application decodes.
struct DecodedJSON: Decodable, Sendable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let json: JSON

    init(from decoder: any Decoder) throws {
        if let children = try? decoder.container(keyedBy: Name.self) {
            json = .object(
                try children.allKeys.map { name in
                    JSON.Member(name.stringValue, try children.decode(DecodedJSON.self, forKey: name).json)
                })
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            json = .null
        } else if let flag = try? value.decode(Bool.self) {
            json = .boolean(flag)
        } else if let number = try? value.decode(Double.self) {
            json = .number(number)
        } else {
            json = .string(try value.decode(String.self))
        }
    }

    /// The value in the notation of trace lines: members in the order of keys.
    var text: String { (try? Node(json))?.text ?? json.text }
}
