package import DatasyncEngine
import DatasyncTree

/// An event in the form that ``EventSequenceComparator`` compares, without the types of its dialect.
///
/// Each dialect makes one from its own events. For events of another client, use
/// ``init(kind:key:previousKey:isAcknowledged:value:)``:
///
/// ```swift
/// let event = try ComparedEvent(kind: "child_added", key: "ada", previousKey: nil, isAcknowledged: true, value: 1)
/// ```
public struct ComparedEvent: Sendable, Hashable {
    /// The event's name, as in the legacy dialect: `child_added`, `value_ack`; `revoked` or `cancelled` at the end.
    public let kind: String
    /// The key of the child; `nil` for value events and completions.
    public let key: String?
    /// The key of the preceding child; `nil` for the first child, removals and value events.
    public let previousKey: String?
    /// Whether the back end has acknowledged the state that the event shows.
    public let isAcknowledged: Bool
    /// The code of the error that revoked the subscription; `nil` for other events.
    public let revocation: WebcomError.SDKCode?
    private let node: Node

    /// Makes an event of any client.
    ///
    /// - Parameters:
    ///   - kind: The name of the event, as in the legacy dialect.
    ///   - key: The key of the child; `nil` for value events.
    ///   - previousKey: The key of the preceding child, if there is one.
    ///   - isAcknowledged: Whether the back end has acknowledged the state that the event shows.
    ///   - value: The value as Foundation's JSON; `nil` for null.
    /// - Throws: `WebcomError` `invalidValue` or `invalidKey` if the value is not JSON that the database can store.
    public init(
        kind: String, key: String?, previousKey: String?, isAcknowledged: Bool, value: Any?
    ) throws(WebcomError) {
        let node: Node
        do throws(DatasyncError) {
            node = try Node(try JSON(foundation: value))
        } catch {
            throw WebcomError(error)
        }
        self.init(kind: kind, key: key, previousKey: previousKey, isAcknowledged: isAcknowledged, node: node)
    }

    package init(_ value: LocatedValue, kind: Event.Kind, previousKey: String?) {
        self.init(
            kind: kind.rawValue, key: kind.isChild ? value.location.key : nil, previousKey: previousKey,
            isAcknowledged: value.isAcknowledged, node: value.node)
    }

    private init(
        kind: String, key: String? = nil, previousKey: String? = nil, isAcknowledged: Bool = true, node: Node = .null,
        revocation: WebcomError.SDKCode? = nil
    ) {
        self.kind = kind
        self.key = key
        self.previousKey = previousKey
        self.isAcknowledged = isAcknowledged
        self.node = node
        self.revocation = revocation
    }

    /// The cancellation of the subscription by the application; the legacy dialect does not report it.
    public static let cancellation = ComparedEvent(kind: "cancelled")

    /// Returns the revocation of the subscription by the back end.
    ///
    /// - Parameter error: The reason; only its code is compared.
    /// - Returns: The event.
    public static func revocation(_ error: WebcomError) -> ComparedEvent {
        ComparedEvent(kind: "revoked", revocation: error.code)
    }

    /// The value as canonical JSON text: members in the order of their keys, without spaces.
    public var valueText: String { node.text }

    /// Returns whether everything except the value is equal.
    func differsOnlyInValue(from other: ComparedEvent) -> Bool {
        self != other && kind == other.kind && key == other.key && previousKey == other.previousKey
            && isAcknowledged == other.isAcknowledged && revocation == other.revocation
    }

    /// The event as one line, without its value, which may be a user's private data.
    public var line: String {
        if let revocation { return "revoked \(revocation.rawValue)" }
        guard self != .cancellation else { return kind }
        let place = key.map { " \($0) after \(previousKey ?? "nothing")" } ?? ""
        return "\(kind)\(place), \(isAcknowledged ? "acknowledged" : "local")"
    }
}

extension ComparedEvent: CustomStringConvertible, CustomDebugStringConvertible {
    /// The event as one line, without its value.
    public var description: String { line }

    /// The event with its value.
    public var debugDescription: String { "ComparedEvent(\(line), \(valueText))" }
}
