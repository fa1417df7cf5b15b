import DatasyncTree
import Testing

@testable import DatasyncEngine
@testable import DatasyncLive

/// An item state with the events that an engine would deliver to it.
struct ItemPlayer {
    private var state: ItemState
    private var node = Node.null
    private var isKnown = false
    private var seconds: [String: Node] = [:]
    private let interest: Interest
    private let checker: UpdateChecker
    private let told = Reports()
    private(set) var lines: [String] = []
    private(set) var updates: [ItemUpdate] = []
    private(set) var watched: [String] = []

    var reports: [String] { told.texts }

    init(
        mode: ItemMode, fields: [String], second: [String]? = nil, snapshot: ItemSnapshot = .yes,
        item: String? = "item", position: Int = 1
    ) throws {
        let schema = try ItemSchema(mode: mode, fields: fields, secondLevel: second)
        let identity = ItemIdentity(name: item, position: position) { [told] in told.note($0) }
        state = ItemState(identity, schema: schema, snapshot: snapshot)
        interest = ItemState.interest(of: mode)
        let given = mode == .command ? ["key", "command"].filter { !fields.contains($0) } + fields : fields
        checker = UpdateChecker(
            names: given + (second ?? []), firstCount: given.count, hasKeys: mode == .command,
            hasPatches: mode != .command || second != nil)
    }

    mutating func play(_ step: ItemStep) throws {
        switch step {
        case .now(let text): try become(text, isWhole: true)
        case .part(let text): try become(text, isWhole: false)
        case .acknowledged: try tell(.valueAcknowledgement, nil, node)
        case .second(let key, let text):
            let value = try Node(JSONParser.parse(text))
            guard seconds[key] != value else { return }
            seconds[key] = value
            let event = Event(kind: .valueChange, key: nil, node: value, previousKey: nil, isAcknowledged: true)
            try take(state.received(event, ofSecondLevel: Key(key)))
        }
    }

    /// Delivers removals, additions, changes and the value, each in the order of the keys.
    private mutating func become(_ text: String, isWhole: Bool) throws {
        let (old, new) = (node, try Node(JSONParser.parse(text)))
        node = new
        for (key, value) in old.children where new[key].isNull { try tell(.childRemoval, key, value) }
        for (key, value) in new.children where old[key].isNull { try tell(.childAddition, key, value) }
        for (key, value) in new.children where !old[key].isNull && old[key] != value {
            try tell(.childChange, key, value)
        }
        guard isWhole, !isKnown || old != new else { return }
        isKnown = true
        try tell(.valueChange, nil, new)
    }

    private mutating func tell(_ kind: Event.Kind, _ key: Key?, _ value: Node) throws {
        guard interest.wants(kind) else { return }
        let event = Event(kind: kind, key: key, node: value, previousKey: nil, isAcknowledged: true)
        try take(state.received(event))
    }

    private mutating func take(_ outputs: [ItemState.Output]) throws {
        for output in outputs {
            switch output {
            case .update(let update):
                lines.append(try checker.line(update, after: updates))
                updates.append(update)
            case .endOfSnapshot: lines.append("end")
            case .watch(let key): watched.append("+" + key.text)
            case .unwatch(let key):
                watched.append("-" + key.text)
                seconds[key.text] = nil
            }
        }
    }
}
