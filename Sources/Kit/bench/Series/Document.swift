/// The JSON documents of the text rows.
enum Document: String, CaseIterable, Sendable {
    /// Many objects with three short fields.
    case records
    /// Contacts with strings, numbers and nested objects.
    case contacts
    /// Chains of 30 nested objects.
    case deep

    /// The speed at which Node 20 parses a document of the same kind, in megabytes per second.
    var peerParsing: Double? {
        switch self {
        case .records: 44
        case .contacts: 466
        case .deep: nil
        }
    }

    /// Returns a text of about this many thousand bytes.
    func text(kilobytes: Int) -> String {
        var members: [String] = []
        var size = 0
        while size < kilobytes * 1_000 {
            let member = member(members.count)
            members.append(member)
            size += member.utf8.count + 1
        }
        return "{\(members.joined(separator: ","))}"
    }

    private func member(_ index: Int) -> String {
        switch self {
        case .records: #""k\#(index)":{"x":\#(index),"y":\#(index % 97),"on":\#(index % 2 == 0)}"#
        case .contacts:
            #""contact-\#(index)":{"name":"Ada Lovelace the \#(index)th","email":"ada.\#(index)@example.org","age":\#(index % 90),"#
                + #""address":{"street":"\#(index % 200) Rue de la République","city":"Besançon","zip":"25000"},"#
                + #""phones":["+33 6 12 34 56 78","+33 3 81 00 00 00"],"note":"She said \"hello\".\nAnd left.","score":\#(index).5}"#
        case .deep:
            #""d\#(index)":"# + (0..<30).map { #"{"level\#($0)":"# }.joined() + "\(index)"
                + String(repeating: "}", count: 30)
        }
    }
}
