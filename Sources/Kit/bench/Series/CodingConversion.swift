import DatasyncClient
import DatasyncTree
import Foundation

/// The conversions between `Codable` values and trees.
enum CodingConversion: String, CaseIterable {
    case encode, decode

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
        allCases.map { conversion in
            Row(conversion.rawValue, bed: "client", .microseconds, summary: conversion.summary) {
                let gauge = MemoryGauge()
                let run = try conversion.prepared(count)
                return try Sample.time(gauge, scale: 1000 / Double(count), run)
            }
        }
    }

    private var summary: String {
        switch self {
        case .encode: "a contact encoded into a tree, one of many"
        case .decode: "a contact decoded from a tree, one of many"
        }
    }

    /// Prepares the conversion of this many contacts.
    func prepared(_ count: Int) throws -> () throws -> Void {
        let contacts = (0..<count).map(Contact.init)
        let node = try Self.node(of: contacts)
        switch self {
        case .encode:
            return {
                guard try Self.node(of: contacts) == node else { throw Self.difference }
            }
        case .decode:
            let decoder = NodeDecoder(JSONDecoder(), decimals: .number)
            return {
                guard try decoder.decode([Contact].self, from: node, at: .root) == contacts else {
                    throw Self.difference
                }
            }
        }
    }

    private static let difference = BenchError(
        "The decoded contacts differ from the encoded ones. Correct the coding first.")

    private static func node(of contacts: [Contact]) throws -> Node {
        try NodeEncoder(JSONEncoder(), decimals: .number).writeValue(contacts, at: .root).writeValue.node
    }
}
