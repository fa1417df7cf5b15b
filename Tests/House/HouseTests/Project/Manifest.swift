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

    /// Another package, with the versions that are allowed; `nil` for one version, a branch, a commit or a folder.
    struct Package: Decodable {
        /// Versions from a lower bound up to the upper one, which is not among them.
        struct Range: Decodable {
            let lowerBound: String
            let upperBound: String
        }

        let name: String
        let range: Range?

        private enum Shape: String, CodingKey {
            case sourceControl, registry, fileSystem
        }

        private struct Content: Decodable {
            let identity: String
            let requirement: Requirement?
        }

        private struct Requirement: Decodable {
            let range: [Range]?
        }

        init(from decoder: any Decoder) throws {
            let shapes = try decoder.container(keyedBy: Shape.self)
            guard let shape = shapes.allKeys.first, let content = try shapes.decode([Content].self, forKey: shape).first
            else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "A package of an unknown shape."))
            }
            name = content.identity
            range = content.requirement?.range?.first
        }
    }

    let targets: [Target]
    let traits: [Trait]?
    let dependencies: [Package]?

    init(json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

    func target(_ name: String) -> Target? { targets.first { $0.name == name } }
}
