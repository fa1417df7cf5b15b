import Foundation

/// The screen of the tutorials: items that are dark or light, with a log of the calls made to it.
@MainActor
final class ContactsView {
    struct Item: Equatable {
        var value: String
        var isAcknowledged = false
        var isRemoved = false
    }

    private(set) var items: [String: Item] = [:]
    private(set) var log: [String] = []

    /// The items that are not marked as removed, each with whether it is displayed as acknowledged.
    var shown: [String: Bool] { items.filter { !$0.value.isRemoved }.mapValues(\.isAcknowledged) }

    func addItem(name: String, value: Contact?, after: String? = nil) {
        add(name, value?.phone ?? "?", after)
    }

    func updateItem(name: String, value: Contact?, after: String? = nil) {
        update(name, value?.phone ?? "?", after)
    }

    func addItem(json name: String?, value: Any?, after: String? = nil) {
        add(name ?? "/", Self.phone(value), after)
    }

    func updateItem(json name: String?, value: Any?, after: String? = nil) {
        update(name ?? "/", Self.phone(value), after)
    }

    func deleteItem(name: String?) {
        let name = name ?? "/"
        log.append("delete \(name)")
        items[name]?.isRemoved = true
    }

    func markItem(name: String?, isAcknowledged: Bool) {
        let name = name ?? "/"
        log.append("mark \(name) \(isAcknowledged)")
        items[name]?.isAcknowledged = isAcknowledged
        if isAcknowledged, items[name]?.isRemoved == true { items[name] = nil }
    }

    private func add(_ name: String, _ phone: String, _ previous: String?) {
        log.append("add \(name) \(phone)" + (previous.map { " after \($0)" } ?? ""))
        items[name] = Item(value: phone)
    }

    private func update(_ name: String, _ phone: String, _ previous: String?) {
        log.append("update \(name) \(phone)" + (previous.map { " after \($0)" } ?? ""))
        items[name]?.value = phone
    }

    private static func phone(_ value: Any?) -> String { (value as? [String: Any])?["phone"] as? String ?? "?" }
}

/// Returns contacts as JSON: each a name with a phone number.
func contacts(_ phones: KeyValuePairs<String, String>) -> [String: Any] {
    Dictionary(phones.map { ($0, ["phone": $1]) }, uniquingKeysWith: { $1 })
}
