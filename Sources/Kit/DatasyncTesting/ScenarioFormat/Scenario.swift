package import DatasyncTree

/// A script of several clients of one back end, with the trace lines that every dialect must produce.
///
/// Read scenarios from a file with ``ScenarioReader`` and run them with ``Conformance``.
public struct Scenario: Sendable {
    /// The name of the scenario: a sentence that states the behaviour it proves.
    public let name: String
    /// The file that the scenario was read from.
    public let file: String
    package var data: JSON
    package var rules: JSON?
    /// The back end's clock at the start, in milliseconds since the Unix epoch.
    package let now: Double
    /// The offset of the clients' clocks from the back end's clock, in milliseconds.
    package var skew: Double
    package let dialects: [Dialect]
    package var steps: [Step]
    /// The required trace lines by subscription id; the id `writes` holds the completions.
    package var expected: [(id: String, lines: [String])]
    /// The required lines of each client in the order of delivery, each after its subscription id.
    package var interleaved: [(client: String, lines: [String])] = []

    /// A single action of a client, the back end or the clock.
    package enum Step: Sendable {
        case subscribe(Subscription)
        case unsubscribe(id: String)
        case write(Write)
        case hold(client: String)
        case release(client: String)
        case disconnect(client: String)
        case connect(client: String)
        /// The application of the client is released.
        case end(client: String)
        case authenticate(client: String, uid: String?)
        case rules(JSON)
        case advance(Double)
    }

    /// A subscription through the dialect under test.
    package struct Subscription: Sendable {
        package var id: String
        package let client: String
        package let path: String
        package var events: [String]
        package var includesAcknowledgements: Bool
        package var hidesData: Bool
        package var window: WindowText
        package let excludesRevocations: Bool

        package var isOfValue: Bool { events == ["value"] }

        /// The listener for the subscription's first event, in the form that is traced.
        package var once: Self {
            var once = self
            once.id += ".once"
            return once
        }
    }

    /// A window in the notation of the file, which each driver translates into its dialect.
    package enum WindowText: Sendable {
        case all
        case first(Int)
        case last(Int)
        case startAt(String, Int?)
        case endAt(String, Int?)
        case between(String, String)
        case ordered(OrderedWindow)
    }

    /// A window in another order, or with a bound that only ordered windows have.
    package struct OrderedWindow: Sendable {
        /// `.key`, `.value`, `.priority` or the path of a child; `nil` is the order by key.
        package let order: String?
        /// The bounds by their names in the file, without ``limit``.
        package let bounds: [Bound]
        package let limit: Int?
        /// Whether the limit counts from the last child.
        package let isLast: Bool

        /// A bound with its name in the file.
        package struct Bound: Sendable {
            package let name: String
            package let value: JSON
            package let key: String?
        }
    }

    /// A write of a client.
    package struct Write: Sendable {
        package enum Kind: Sendable {
            case set(JSON)
            case merge(JSON)
            case remove
            case push(JSON, key: String)
            case increment(by: Double, from: Double?)
            case transaction(Change)
            case onDisconnect(JSON)
        }

        /// The operation that a transaction applies.
        package enum Change: Sendable {
            case add(Double)
            case set(JSON)
            case toggle
            case abort
        }

        package let step: String
        package let client: String
        package let path: String
        package var kind: Kind
    }
}

extension Scenario: CustomStringConvertible {
    /// The file, the name, and the number of steps.
    public var description: String { "Scenario(\(file): \(name), steps: \(steps.count))" }
}
