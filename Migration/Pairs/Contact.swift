/// A contact, as it is stored.
struct Contact: Codable, Sendable {
    var name: String
    var phone: String?
}
