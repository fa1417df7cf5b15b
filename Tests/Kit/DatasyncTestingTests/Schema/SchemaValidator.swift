import DatasyncTree

/// A validator for the keywords of JSON Schema that the schema of scenario files uses.
///
/// A keyword that it does not know is a violation, so that no part of a schema is ignored.
struct SchemaValidator {
    private let root: JSON

    init(_ root: JSON) { self.root = root }

    /// Returns the violations of a document, each with its place.
    func violations(in document: JSON) -> [String] { violations(in: document, of: root, at: "") }

    private static let annotations: Set = ["$schema", "$defs", "title", "description", "default"]

    private func violations(in value: JSON, of schema: JSON, at place: String) -> [String] {
        guard let keywords = schema.members else { return ["\(place): the schema is no object"] }
        return keywords.flatMap { keyword -> [String] in
            if Self.annotations.contains(keyword.name) { return [] }
            return violations(of: keyword.name, keyword.value, in: value, schema, at: place)
        }
    }

    private func violations(
        of keyword: String, _ argument: JSON, in value: JSON, _ schema: JSON, at place: String
    ) -> [String] {
        let require = { (isValid: Bool) in isValid ? [] : ["\(place): \(keyword) \(argument.text)"] }
        switch keyword {
        case "$ref":
            guard let target = definition(argument) else { return ["\(place): no definition \(argument.text)"] }
            return violations(in: value, of: target, at: place)
        case "type":
            let types = argument.array?.compactMap(\.string) ?? [argument.string].compactMap(\.self)
            return require(types.contains { Self.isOf($0, value) })
        case "const": return require(value.text == argument.text)
        case "enum": return require(argument.array?.contains { $0.text == value.text } == true)
        case "required":
            let names = argument.array?.compactMap(\.string) ?? []
            return require(value.members == nil || names.allSatisfy { value[$0] != nil })
        case "minItems": return require(value.array.map { $0.count >= argument.integer ?? .max } ?? true)
        case "maxItems": return require(value.array.map { $0.count <= argument.integer ?? -1 } ?? true)
        case "minProperties": return require(value.members.map { $0.count >= argument.integer ?? .max } ?? true)
        case "oneOf":
            let matching = (argument.array ?? []).count { violations(in: value, of: $0, at: place).isEmpty }
            return require(matching == 1)
        case "items":
            return (value.array ?? []).enumerated().flatMap {
                violations(in: $1, of: argument, at: "\(place)/\($0)")
            }
        case "properties":
            return (value.members ?? []).flatMap { member in
                argument[member.name].map { violations(in: member.value, of: $0, at: "\(place)/\(member.name)") } ?? []
            }
        case "additionalProperties":
            let others = (value.members ?? []).filter { schema["properties"]?[$0.name] == nil }
            if argument.boolean == false { return others.map { "\(place): unknown member \($0.name)" } }
            return others.flatMap { violations(in: $0.value, of: argument, at: "\(place)/\($0.name)") }
        default: return ["\(place): unknown keyword \(keyword)"]
        }
    }

    private func definition(_ reference: JSON) -> JSON? {
        guard let text = reference.string, text.hasPrefix("#/$defs/") else { return nil }
        return root["$defs"]?[String(text.dropFirst(8))]
    }

    private static func isOf(_ type: String, _ value: JSON) -> Bool {
        switch type {
        case "object": value.members != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "number": value.number != nil
        case "integer": value.integer != nil
        case "boolean": value.boolean != nil
        case "null": value.isNull
        default: false
        }
    }
}
