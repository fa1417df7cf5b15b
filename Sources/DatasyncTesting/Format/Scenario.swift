import DatasyncTree

/// A story of several clients of one back end, and the traces that every dialect must give of it.
public struct Scenario: Sendable {
    /// What the scenario shows, as a sentence.
    public let name: String
    /// The file it was read from.
    public let file: String
    let data: JSON
    let rules: JSON?
    /// The back end's clock at the start, in ms.
    let now: Double
    /// How far the clocks of the clients are ahead of the back end's, in ms.
    let skew: Double
    let dialects: [Dialect]
    let steps: [Step]
    /// The lines that must be traced, by subscription; `writes` for the completions.
    let expected: [(id: String, lines: [String])]

    /// One step.
    enum Step: Sendable {
        case subscribe(Subscription)
        case unsubscribe(id: String)
        case write(Write)
        case hold(client: String)
        case release(client: String)
        case disconnect(client: String)
        case connect(client: String)
        case authenticate(client: String, uid: String?)
        case rules(JSON)
        case advance(Double)
    }

    /// A subscription through the dialect under test.
    struct Subscription: Sendable {
        let id: String
        let client: String
        let path: String
        let events: [String]
        let includesAcknowledgements: Bool
        let hidesData: Bool
        let window: WindowText
        let excludesRevocations: Bool

        var isOfValue: Bool { events == ["value"] }
    }

    /// A window as it is written, so that each dialect can say it in its own words.
    enum WindowText: Sendable {
        case all
        case first(Int)
        case last(Int)
        case startAt(String, Int?)
        case endAt(String, Int?)
        case between(String, String)
    }

    /// A write of a client.
    struct Write: Sendable {
        enum Kind: Sendable {
            case set(JSON)
            case merge(JSON)
            case remove
            case push(JSON, key: String)
            case increment(by: Double, from: Double?)
            case transaction(Change)
            case onDisconnect(JSON)
        }

        /// What a transaction does.
        enum Change: Sendable {
            case add(Double)
            case set(JSON)
            case toggle
            case abort
        }

        let step: String
        let client: String
        let path: String
        let kind: Kind
    }
}

/// A way of saying things to the engine.
public enum Dialect: String, Sendable, CaseIterable {
    /// String events.
    case legacy
    /// Event descriptors and callbacks.
    case callback
    /// Swift concurrency.
    case async
}

extension Scenario: CustomStringConvertible, CustomDebugStringConvertible {
    /// The file, the name, and the number of steps.
    public var description: String { "Scenario(\(file): \(name), steps: \(steps.count))" }

    /// The description.
    public var debugDescription: String { description }
}
