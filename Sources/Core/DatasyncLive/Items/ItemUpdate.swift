import DatasyncTree

/// An update of an item: the current values of its fields, and which of them changed.
///
/// An update is an immutable snapshot. Fields have names, and positions that count from 1. Values are texts: a string
/// as it is, other JSON as its canonical text (no spaces, members in key order), `nil` for an absent value.
///
/// ```swift
/// func show(_ update: ItemUpdate) {
///     let name = update.value(withFieldName: "name") ?? "unknown"
///     print(update.itemPos, name, update.changedFields)
/// }
/// ```
public struct ItemUpdate: Sendable {
    /// The path of the item; `nil` if the items were given as a group.
    public let itemName: String?
    /// The position of the item in the list or group, from 1.
    public let itemPos: Int
    /// Whether the update reports data that existed when the subscription began.
    public let isSnapshot: Bool

    private let schema: ItemSchema
    private let values: [Node]
    /// The values of the item's previous update; in command mode, of the key's previous update.
    private let previous: [Node]?
    private let changed: [Bool]
    /// Whether the update is a `DELETE`, which lists no field of the second level as changed.
    private let isDeletion: Bool
    /// Reports a request for an unknown field to the diagnostics.
    private let report: @Sendable (String) -> Void

    init(
        item: ItemIdentity, isSnapshot: Bool, schema: ItemSchema, values: [Node], previous: [Node]?, changed: [Bool],
        isDeletion: Bool = false
    ) {
        itemName = item.name
        itemPos = item.position
        report = item.report
        self.isSnapshot = isSnapshot
        self.schema = schema
        self.values = values
        self.previous = previous
        self.changed = changed
        self.isDeletion = isDeletion
    }

    /// The values of all fields by name; if fields share a name, the value of the first one.
    public var fields: [String: String?] { byName { _ in true } }

    /// The values of the changed fields by name; a name that fields share refers to the first of them.
    ///
    /// A `DELETE` lists no field of the second level, although ``isValueChanged(withFieldName:)`` is `true` for these.
    public var changedFields: [String: String?] { byName(where: isListed) }

    /// The values of all fields by position.
    public var fieldsByPositions: [Int: String?] { byPosition { _ in true } }

    /// The values of the changed fields by position; otherwise like ``changedFields``.
    public var changedFieldsByPositions: [Int: String?] { byPosition(where: isListed) }

    /// Returns the value of the field with a name.
    ///
    /// - Parameter fieldName: The name of the field. An unknown name is reported to the diagnostics.
    /// - Returns: The value, or `nil` if the value is absent or the name is unknown.
    public func value(withFieldName fieldName: String) -> String? { index(fieldName).flatMap { values[$0].fieldText } }

    /// Returns the value of the field at a position.
    ///
    /// - Parameter fieldPos: The position of the field, from 1. An unknown position is reported to the diagnostics.
    /// - Returns: The value, or `nil` if the value is absent or the position is unknown.
    public func value(withFieldPos fieldPos: Int) -> String? { index(fieldPos).flatMap { values[$0].fieldText } }

    /// Returns whether the value of the field with a name has changed since the previous update.
    ///
    /// The previous update is the item's; in command mode, it is the key's.
    ///
    /// - Parameter fieldName: The name of the field. An unknown name is reported to the diagnostics.
    /// - Returns: Whether the value has changed. Always `true` for a first update and an `ADD`; for a `DELETE`, `true`
    ///   for all fields but the key, of both levels.
    public func isValueChanged(withFieldName fieldName: String) -> Bool {
        index(fieldName).map { changed[$0] } ?? false
    }

    /// Returns whether the value of the field at a position has changed since the previous update.
    ///
    /// The previous update is the item's; in command mode, it is the key's.
    ///
    /// - Parameter fieldPos: The position of the field, from 1. An unknown position is reported to the diagnostics.
    /// - Returns: As for ``isValueChanged(withFieldName:)``.
    public func isValueChanged(withFieldPos fieldPos: Int) -> Bool { index(fieldPos).map { changed[$0] } ?? false }

    /// Returns the change of the field with a name as a JSON Patch (RFC 6902).
    ///
    /// The patch leads from the previous value to the current one.
    ///
    /// - Parameter fieldName: The name of the field. An unknown name is reported to the diagnostics.
    /// - Returns: The patch as JSON text, `[]` if nothing changed. `nil` unless both values are JSON objects or arrays,
    ///   for a first value, and in command mode without a second level.
    public func valueAsJSONPatchIfAvailable(withFieldName fieldName: String) -> String? {
        index(fieldName).flatMap(patch)
    }

    /// Returns the change of the field at a position as a JSON Patch (RFC 6902).
    ///
    /// The patch leads from the previous value to the current one.
    ///
    /// - Parameter fieldPos: The position of the field, from 1. An unknown position is reported to the diagnostics.
    /// - Returns: As for ``valueAsJSONPatchIfAvailable(withFieldName:)``.
    public func valueAsJSONPatchIfAvailable(withFieldPos fieldPos: Int) -> String? { index(fieldPos).flatMap(patch) }

    private func patch(_ index: Int) -> String? {
        if schema.mode == .command, !schema.hasSecondLevel { return nil }
        guard let before = previous?[index], case .inner = before.content, case .inner = values[index].content else {
            return nil
        }
        return JSONPatch.difference(from: before.json(readsArrays: false), to: values[index].json(readsArrays: false))
            .text
    }

    private func isListed(_ index: Int) -> Bool { changed[index] && (!isDeletion || index < schema.firstCount) }

    private func byName(where isWanted: (Int) -> Bool) -> [String: String?] {
        let wanted = schema.names.indices.filter { schema.index(of: schema.names[$0]) == $0 && isWanted($0) }
        // Canonically equivalent names with different bytes are equal keys in a dictionary.
        return Dictionary(
            wanted.map { (schema.names[$0], values[$0].fieldText) }, uniquingKeysWith: { first, _ in first })
    }

    private func byPosition(where isWanted: (Int) -> Bool) -> [Int: String?] {
        let wanted = schema.names.indices.filter(isWanted).map { ($0 + 1, values[$0].fieldText) }
        return Dictionary(uniqueKeysWithValues: wanted)
    }

    private func index(_ name: String) -> Int? {
        if let index = schema.index(of: name) { return index }
        report("There is no field \"\(name)\" in the item at position \(itemPos); its fields are: \(schema.fieldList).")
        return nil
    }

    private func index(_ position: Int) -> Int? {
        if position >= 1, position <= schema.names.count { return position - 1 }
        report(
            "There is no field at position \(position) in the item at position \(itemPos); use 1 to \(schema.names.count)."
        )
        return nil
    }
}

extension ItemUpdate: CustomStringConvertible {
    /// The item and its fields; `*` marks the fields of ``changedFieldsByPositions``.
    public var description: String {
        let texts = schema.names.indices.map { index in
            "\(schema.names[index])\(isListed(index) ? "*" : "")=\(values[index].fieldText ?? "nil")"
        }
        return "\(itemName ?? "item \(itemPos)")\(isSnapshot ? " snapshot" : ""): \(texts.joined(separator: ", "))"
    }
}

extension ItemUpdate: CustomDebugStringConvertible {
    /// The description after the name of the type, cut when it is long.
    public var debugDescription: String { "ItemUpdate(\(description.abbreviated()))" }
}

extension ItemUpdate: Equatable {
    /// Returns whether item, fields, values and changes are equal; previous values are not compared.
    public static func == (left: ItemUpdate, right: ItemUpdate) -> Bool {
        left.itemName == right.itemName && left.itemPos == right.itemPos && left.isSnapshot == right.isSnapshot
            && left.schema.names == right.schema.names && left.values == right.values && left.changed == right.changed
    }
}

extension ItemSchema {
    fileprivate var fieldList: String { names.joined(separator: ", ") }
}

extension Node {
    /// The text of a field's value: a string as it is, other JSON as its canonical text, null as `nil`.
    fileprivate var fieldText: String? {
        switch content {
        case .null: nil
        case .leaf(.string(let text)): text
        default: text
        }
    }
}
