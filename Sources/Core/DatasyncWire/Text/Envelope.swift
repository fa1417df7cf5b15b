import DatasyncTree

/// The outermost object of every message: `{"t":"c","d":{"t":TYPE,"d":…}}` for control, `{"t":"d","d":…}` for data.
enum Envelope {
    case control(String, JSON)
    case data(JSON)

    static func control(_ type: String, _ json: JSON) -> JSON { ["t": "c", "d": ["t": .string(type), "d": json]] }

    static func data(_ json: JSON) -> JSON { ["t": "d", "d": json] }

    /// Reads a message.
    ///
    /// - Throws: ``DatasyncError`` `malformedText`, whose message names the missing part.
    init(_ text: String, limits: JSONParser.Limits = JSONParser.Limits()) throws(DatasyncError) {
        let json = try JSONParser.parse(text, limits: limits)
        guard let inner = json["d"], inner.isObject else {
            throw DatasyncError(
                .malformedText, "A message is an object with a type (t) and an object (d); this is \(json.kind).")
        }
        switch json["t"]?.string {
        case "d": self = .data(inner)
        case "c":
            guard let type = inner["t"]?.string else {
                throw DatasyncError(.malformedText, "A control message needs a type (d.t); this has none.")
            }
            self = .control(type, inner["d"] ?? .null)
        default: throw DatasyncError(.malformedText, "The type of a message (t) should be \"c\" or \"d\".")
        }
    }
}
