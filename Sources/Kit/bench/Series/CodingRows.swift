import DatasyncClient
import DatasyncTree
import Foundation

/// The rows for `Codable` values.
enum CodingRows {
    private struct Contact: Codable, Equatable {
        struct Address: Codable, Equatable {
            let street: String
            let city: String
        }

        let name: String
        let email: String
        let age: Int
        let address: Address
        let phones: [String]

        init(_ index: Int) {
            name = "Ada Lovelace the \(index)th"
            email = "ada.\(index)@example.org"
            age = index % 90
            address = Address(street: "\(index % 200) Rue de la République", city: "Besançon")
            phones = ["+33 6 12 34 56 78", "+33 3 81 00 00 00"]
        }
    }

    /// Returns the rows, each of which handles this many contacts.
    static func rows(_ count: Int) -> [Row] {
        [
            Row("encode", bed: "client", .microseconds, summary: "a contact encoded into a tree, one of many") {
                let gauge = MemoryGauge()
                let contacts = (0..<count).map(Contact.init)
                return try Sample.time(gauge, scale: 1000 / Double(count)) { _ = try node(of: contacts) }
            },
            Row("decode", bed: "client", .microseconds, summary: "a contact decoded from a tree, one of many") {
                let gauge = MemoryGauge()
                let contacts = (0..<count).map(Contact.init)
                let node = try node(of: contacts)
                var decoded: [Contact] = []
                let sample = try Sample.time(gauge, scale: 1000 / Double(count)) {
                    let decoder = NodeDecoder(JSONDecoder(), decimals: .number)
                    decoded = try decoder.decode([Contact].self, from: node, at: .root)
                }
                guard decoded == contacts else {
                    throw BenchError("The decoded contacts differ from the encoded ones. Correct the coding first.")
                }
                return sample
            },
        ]
    }

    private static func node(of contacts: [Contact]) throws -> Node {
        try NodeEncoder(JSONEncoder(), decimals: .number).writeValue(contacts, at: .root).writeValue.node
    }
}
