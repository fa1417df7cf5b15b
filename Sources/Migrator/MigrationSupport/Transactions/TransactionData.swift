package import DatasyncClient
import DatasyncTree
public import Foundation

/// The data that a transaction's function reads and changes, for code that passes it around.
///
/// New code writes a function from the current value to the new value.
///
/// ```swift
/// node.transaction(onData: { data in
///     data.childData(byAppendingPath: "count").value = data.childrenCount
///     return .success(withValue: data)
/// })
/// ```
public final class TransactionData {
    /// The value and the priority that all data of a transaction share.
    private final class Root {
        var value: Any?
        var priority: Any?

        init(_ value: Any?, _ priority: Any?) { (self.value, self.priority) = (value, priority) }
    }

    private let root: Root
    private let path: [String]
    private let rootKey: String?

    private init(_ root: Root, _ path: [String], _ rootKey: String?) {
        (self.root, self.path, self.rootKey) = (root, path, rootKey)
    }

    package convenience init(_ current: LocatedValue) {
        let key = current.location.path.isRoot ? nil : current.location.key
        self.init(Root(current.foundationValue, current.node.priority.foundationValue), [], key)
    }

    /// The value as Foundation's JSON: `NSNull` for null, and never `nil` when read.
    public var value: Any? {
        get {
            let value: Any? = path.reduce(root.value) { Self.members($0)[$1] }
            return value ?? NSNull()
        }
        set { root.value = Self.setting(newValue, at: path[...], in: root.value) }
    }

    /// The priority of the transaction's node: `NSNull` for none; data of children have none.
    public var priority: Any? {
        get { path.isEmpty ? root.priority ?? NSNull() : NSNull() }
        set { if path.isEmpty { root.priority = newValue } }
    }

    /// The key of the node or child; `nil` at the root.
    public var key: String? { path.last ?? rootKey }

    /// The data of the children, in the order of keys.
    public var children: NSEnumerator {
        let keys = Self.members(value).keys.sorted { (Int($0) ?? .max, $0) < (Int($1) ?? .max, $1) }
        return (keys.map { childData(byAppendingPath: $0) } as NSArray).objectEnumerator()
    }

    /// The number of children.
    public var childrenCount: UInt { UInt(Self.members(value).count) }

    /// Returns whether the value has children.
    public func hasChildren() -> Bool { childrenCount > 0 }

    /// Returns whether a value exists at a relative path.
    public func hasChild(atPath path: String) -> Bool { !(childData(byAppendingPath: path).value is NSNull) }

    /// Returns the data at a relative path; its changes are changes of this data.
    public func childData(byAppendingPath path: String) -> TransactionData {
        TransactionData(root, self.path + path.split(separator: "/").map(String.init), rootKey)
    }

    /// The result as the engine writes it.
    var written: WrittenValue { .foundation(root.value).withPriority(.foundation(root.priority)) }

    private static func members(_ value: Any?) -> [String: Any] {
        let list = (value as? [Any])?.enumerated().map { ("\($0)", $1) }
        let members = list.map { Dictionary(uniqueKeysWithValues: $0) } ?? value as? [String: Any] ?? [:]
        return members.filter { !($0.value is NSNull) }
    }

    private static func setting(_ value: Any?, at path: ArraySlice<String>, in whole: Any?) -> Any? {
        guard let first = path.first else { return value }
        var members = members(whole)
        members[first] = setting(value, at: path.dropFirst(), in: members[first]) ?? NSNull()
        return members
    }
}
