/// A value that the back end computes when it accepts a write.
package enum DeferredValue: Hashable, Sendable {
    /// The back end's time in integer milliseconds since the Unix epoch.
    case timestamp
    /// The present number plus `by`; where there is nothing, `start` plus `by`.
    case increment(by: Double, from: Double)

    /// The member name that marks a server value.
    ///
    /// Keys cannot hold a `.`, so no data can collide with it.
    package static let marker = ".sv"

    /// The value for a given time and present value.
    ///
    /// - Throws: ``DataError`` `notANumber` when something that is no number is to be incremented, or the sum is beyond the
    ///   doubles.
    package func resolved(now: Double, present: Node, at path: Path) throws(DataError) -> Node {
        switch self {
        case .timestamp: return .number(now.rounded(.down))
        case .increment(let step, let start):
            guard present.isNull || present.number != nil else {
                throw DataError(
                    .notANumber, at: path.description,
                    "The value at \(path) is no number and cannot be incremented; set it to a number first.")
            }
            let sum = (present.number ?? start) + step
            guard sum.isFinite else {
                throw DataError(
                    .notANumber, at: path.description,
                    "Incrementing the value at \(path) leaves the range of IEEE doubles; use a smaller step.")
            }
            return .number(sum)
        }
    }

    /// What a client shows until the back end has spoken: a value that is unknown or no number counts as the start.
    package func estimate(now: Double, present: Node?) -> Node {
        let number = present?.number.map(Node.number) ?? .null
        return (try? resolved(now: now, present: number, at: .root)) ?? number
    }

    package var json: JSON {
        switch self {
        case .timestamp: [Self.marker: "timestamp"]
        case .increment(let step, let start):
            [
                Self.marker: start == 0
                    ? ["increment": .number(step)] : ["increment": .number(step), "from": .number(start)]
            ]
        }
    }

    /// Reads the value of a `.sv` member.
    ///
    /// - Throws: ``DataError`` `invalidValue` when the server value is unknown.
    package init(_ json: JSON, at path: Path) throws(DataError) {
        if case .string("timestamp") = json {
            self = .timestamp
            return
        }
        guard let members = json.members, let step = json["increment"]?.number,
            members.allSatisfy({ $0.name == "increment" || $0.name == "from" }),
            let start = json["from"].map(\.number) ?? 0
        else {
            throw DataError(
                .invalidValue, at: path.description,
                "The server value at \(path) is unknown; use {\".sv\":\"timestamp\"} or "
                    + "{\".sv\":{\"increment\":1,\"from\":0}}.")
        }
        for (name, number) in [("step", step), ("start", start)] where !number.isFinite {
            throw DataError(
                .invalidValue, at: path.description,
                "The \(name) \(number) of the increment at \(path) is not finite; use a finite number.")
        }
        self = .increment(by: step, from: start)
    }
}
