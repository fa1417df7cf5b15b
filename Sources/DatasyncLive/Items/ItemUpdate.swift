import DatasyncTree

/// An update of an item: the present values of its fields, and which of them changed.
///
/// It never changes, however long it is kept. Fields have names, and positions that count from 1. Values are texts: strings as
/// they are, other JSON as its canonical text (no spaces, members in key order), `nil` where there is nothing.
public struct ItemUpdate: Sendable {
    /// The path of the item; `nil` when the items were given as a group.
    public let itemName: String?
    /// The position of the item in the list or group, from 1.
    public let itemPos: Int
    /// Whether it tells what was there already when the subscription began.
    public let isSnapshot: Bool

    private let schema: ItemSchema
    private let values: [Node]
    /// The values of the update before of the same item, in command mode of the same key.
    private let previous: [Node]?
    private let changed: [Bool]
    /// Told of fields that are none.
    private let report: @Sendable (String) -> Void

    init(
        item: ItemIdentity, isSnapshot: Bool, schema: ItemSchema, values: [Node], previous: [Node]?, changed: [Bool]
    ) {
        itemName = item.name
        itemPos = item.position
        report = item.report
        self.isSnapshot = isSnapshot
        self.schema = schema
        self.values = values
        self.previous = previous
        self.changed = changed
    }

    /// The values of all fields by name; of fields of one name that of the first.
    public var fields: [String: String?] { byName { _ in true } }

    /// The values of the fields that changed, by name; a name that fields share stands for the first.
    public var changedFields: [String: String?] { byName { changed[$0] } }

    /// The values of all fields by position.
    public var fieldsByPositions: [Int: String?] { byPosition { _ in true } }

    /// The values of the fields that changed, by position.
    public var changedFieldsByPositions: [Int: String?] { byPosition { changed[$0] } }

    /// The value of a field.
    ///
    /// - Parameter fieldName: The name of the field; one that is none is told to the diagnostics.
    /// - Returns: The value; `nil` when there is none, and for what is no field.
    public func value(withFieldName fieldName: String) -> String? { index(fieldName).flatMap { values[$0].fieldText } }

    /// The value of a field.
    ///
    /// - Parameter fieldPos: The position of the field, from 1; one that is none is told to the diagnostics.
    /// - Returns: The value; `nil` when there is none, and for what is no field.
    public func value(withFieldPos fieldPos: Int) -> String? { index(fieldPos).flatMap { values[$0].fieldText } }

    /// Whether the value of a field differs from that of the update before of the same item, in command mode of the same key.
    ///
    /// - Parameter fieldName: The name of the field; one that is none is told to the diagnostics.
    /// - Returns: Whether it does; of the first update and of an `ADD` always, of a `DELETE` for all but the key.
    public func isValueChanged(withFieldName fieldName: String) -> Bool {
        index(fieldName).map { changed[$0] } ?? false
    }

    /// Whether the value of a field differs from that of the update before of the same item, in command mode of the same key.
    ///
    /// - Parameter fieldPos: The position of the field, from 1; one that is none is told to the diagnostics.
    /// - Returns: As for names.
    public func isValueChanged(withFieldPos fieldPos: Int) -> Bool { index(fieldPos).map { changed[$0] } ?? false }

    /// The way from the value before to the present one as a JSON Patch (RFC 6902).
    ///
    /// - Parameter fieldName: The name of the field; one that is none is told to the diagnostics.
    /// - Returns: The patch as JSON text, `[]` where nothing changed. `nil` unless both values are JSON objects or arrays; for
    ///   a first value; and in command mode without a second level.
    public func valueAsJSONPatchIfAvailable(withFieldName fieldName: String) -> String? {
        index(fieldName).flatMap(patch)
    }

    /// The way from the value before to the present one as a JSON Patch (RFC 6902).
    ///
    /// - Parameter fieldPos: The position of the field, from 1; one that is none is told to the diagnostics.
    /// - Returns: As for names.
    public func valueAsJSONPatchIfAvailable(withFieldPos fieldPos: Int) -> String? { index(fieldPos).flatMap(patch) }

    private func patch(_ index: Int) -> String? {
        if schema.mode == .command, !schema.hasSecondLevel { return nil }
        guard let before = previous?[index], case .inner = before, case .inner = values[index] else { return nil }
        return JSONPatch.difference(from: before.json(readsArrays: false), to: values[index].json(readsArrays: false))
            .text
    }

    private func byName(where isWanted: (Int) -> Bool) -> [String: String?] {
        let wanted = schema.names.indices.filter { schema.index(of: schema.names[$0]) == $0 && isWanted($0) }
        // Names that differ in their bytes alone are one to a dictionary.
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
    /// The item and its fields, those that changed marked with `*`.
    public var description: String {
        let texts = schema.names.indices.map { index in
            "\(schema.names[index])\(changed[index] ? "*" : "")=\(values[index].fieldText ?? "nil")"
        }
        return "\(itemName ?? "item \(itemPos)")\(isSnapshot ? " snapshot" : ""): \(texts.joined(separator: ", "))"
    }
}

extension ItemUpdate: CustomDebugStringConvertible {
    /// The description after the name of the type, cut when it is long.
    public var debugDescription: String { "ItemUpdate(\(description.abbreviated()))" }
}

extension ItemUpdate: Equatable {
    /// Returns whether item, fields, values and changes are equal; the values before do not count.
    public static func == (left: ItemUpdate, right: ItemUpdate) -> Bool {
        left.itemName == right.itemName && left.itemPos == right.itemPos && left.isSnapshot == right.isSnapshot
            && left.schema.names == right.schema.names && left.values == right.values && left.changed == right.changed
    }
}

/// Which item of a subscription an update is of.
package struct ItemIdentity: Sendable {
    package let name: String?
    package let position: Int
    /// Told of misuse of the item's updates.
    let report: @Sendable (String) -> Void

    package init(name: String?, position: Int, report: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.position = position
        self.report = report
    }
}

extension ItemSchema {
    fileprivate var fieldList: String { names.joined(separator: ", ") }
}

extension Node {
    /// The value of a field: a string as it is, other JSON as its canonical text, nothing as `nil`.
    fileprivate var fieldText: String? {
        switch self {
        case .null: nil
        case .leaf(.string(let text)): text
        default: text
        }
    }
}
