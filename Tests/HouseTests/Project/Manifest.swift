import Foundation

/// The manifest as `swift package dump-package` prints it, as far as the house looks at it.
struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let dependencies: [Dependency]

        var isTest: Bool { type == "test" }
    }

    /// An arrow from a target, with the traits that it is drawn under.
    struct Dependency: Decodable {
        let name: String
        /// The package, for a product of another one.
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

    /// A trait, with those that it switches on; the one named `default` stands for what is on by itself.
    struct Trait: Decodable {
        let name: String
        let enabledTraits: [String]
    }

    let targets: [Target]
    let traits: [Trait]?

    init(json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

    func target(_ name: String) -> Target? { targets.first { $0.name == name } }
}
