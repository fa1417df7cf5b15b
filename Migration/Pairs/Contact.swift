/// A contact as stored in the database.
struct Contact: Codable, Sendable {
    var name: String
    var phone: String?
}
