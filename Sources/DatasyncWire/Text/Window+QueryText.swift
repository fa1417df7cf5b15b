import DatasyncTree

/// The query object of the protocol: index, inclusive bounds, limit, and the side from which the limit counts.
extension Window {
    /// The query object, or `nil` for the default query.
    var queryJSON: JSON? {
        if isAll { return nil }
        var members = [JSON.Member("i", ".key")]
        if let start { members += [JSON.Member("sp", .string(start.text)), JSON.Member("sin", true)] }
        if let end { members += [JSON.Member("ep", .string(end.text)), JSON.Member("ein", true)] }
        if let limit {
            members += [JSON.Member("l", .number(Double(limit))), JSON.Member("vf", side == .first ? "l" : "r")]
        }
        return .object(members)
    }

    /// Reads a query object; `nil` and null mean the default query.
    init(query json: JSON?) throws(DataError) {
        guard let json, !json.isNull else {
            self = .all
            return
        }
        guard json.members != nil else {
            throw DataError(.malformedText, "The query (q) should be an object, not \(json.kind).")
        }
        if let index = json["i"], index.string != ".key" {
            throw DataError(.invalidConstraint, "The query index \(index.text) is unknown; only \".key\" is.")
        }
        for name in ["sin", "ein"] {
            if let flag = json[name], flag.boolean != true {
                throw DataError(
                    .invalidConstraint, "The query has an exclusive bound (\(name)); bounds are inclusive here.")
            }
        }
        let side = json["vf"]?.string
        if let limit = json["l"], limit.integer == nil {
            throw DataError(.invalidConstraint, "The query limit (l) should be an integer, not \(limit.text).")
        }
        guard side == nil || side == "l" || side == "r" else {
            throw DataError(
                .invalidConstraint, "The query side (vf) should be \"l\" or \"r\", not \(side!.quoted(atMost: 20)).")
        }
        try self.init(
            start: try json.text("sp"), end: try json.text("ep"), limit: json["l"]?.integer,
            side: side == "r" ? .last : .first)
    }
}

extension JSON {
    fileprivate func text(_ name: String) throws(DataError) -> String? {
        guard let json = self[name] else { return nil }
        guard let text = json.string else {
            throw DataError(.invalidConstraint, "The query bound (\(name)) should be a string, not \(json.kind).")
        }
        return text
    }
}
