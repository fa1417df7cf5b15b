import Foundation

/// The manifest as `swift package dump-package` prints it, with the members that the rules need.
struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let dependencies: [Dependency]

        var isTest: Bool { type == "test" }
    }

    /// A dependency of a target, with the traits that enable it.
    struct Dependency: Decodable {
        let name: String
        /// The package, for a product of another package.
        let package: String?
        let traits: [String]

        private enum Shape: String, CodingKey {
            case byName, target, product
        }

        private struct Condition: Decodable {
            let traits: [String]?
        }

        init(from decoder: any Decoder) throws {
            let shapes = try decoder.container(keyedBy: Shape.self)
            guard let shape = shapes.allKeys.first else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "A dependency of an unknown shape."))
            }
            var parts = try shapes.nestedUnkeyedContainer(forKey: shape)
            name = try parts.decode(String.self)
            package = shape == .product ? try parts.decodeIfPresent(String.self) : nil
            if shape == .product { _ = try parts.decodeIfPresent([String: String].self) }
            traits = try parts.decodeIfPresent(Condition.self)?.traits ?? []
        }
    }

    /// A trait, with the traits that it enables; the one named `default` lists those that are on by default.
    struct Trait: Decodable {
        let name: String
        let enabledTraits: [String]
    }

    let targets: [Target]
    let traits: [Trait]?

    init(json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

    func target(_ name: String) -> Target? { targets.first { $0.name == name } }
}
