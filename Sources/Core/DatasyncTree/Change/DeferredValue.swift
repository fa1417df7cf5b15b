/// A server value: the back end computes it when it accepts a write.
package enum DeferredValue: Hashable, Sendable {
    /// The back end's time in integer milliseconds since the Unix epoch.
    case timestamp
    /// The current number plus `by`, or `from` plus `by` if there is no value.
    ///
    /// Other clients of this protocol omit `from`: then a value that is not a number counts as 0. With `from`, the increment
    /// of such a value fails.
    case increment(by: Double, from: Double?)

    /// The member name that marks a server value.
    ///
    /// Keys cannot contain a `.`, so data never collide with it.
    package static let marker = ".sv"

    /// Returns the value for a time and the current value.
    ///
    /// - Throws: ``DatasyncError`` `notANumber` if an increment with `from` meets a value other than a number, or if a sum is
    ///   not finite.
    package func resolved(now: Double, present: Node, at path: Path) throws(DatasyncError) -> Node {
        switch self {
        case .timestamp: return .number(now.rounded(.down))
        case .increment(let step, let start):
            guard present.isNull || present.number != nil || start == nil else {
                throw DatasyncError(
                    .notANumber, at: path.description,
                    "The value at \(path) is no number and cannot be incremented; set it to a number first.")
            }
            let sum = (present.number ?? start ?? 0) + step
            guard sum.isFinite else {
                throw DatasyncError(
                    .notANumber, at: path.description,
                    "Incrementing the value at \(path) leaves the range of IEEE doubles; use a smaller step.")
            }
            return .number(sum)
        }
    }

    /// Returns the local estimate until the back end responds.
    ///
    /// An increment of an unknown value, or of a value other than a number, starts from its start number.
    package func estimate(now: Double, present: Node?) -> Node {
        let number = present?.number.map(Node.number) ?? .null
        return (try? resolved(now: now, present: number, at: .root)) ?? number
    }

    package var json: JSON {
        switch self {
        case .timestamp: [Self.marker: "timestamp"]
        case .increment(let step, let start):
            [
                Self.marker: start.map { ["increment": .number(step), "from": .number($0)] }
                    ?? ["increment": .number(step)]
            ]
        }
    }

    /// Reads the value of a `.sv` member.
    ///
    /// - Throws: ``DatasyncError`` `invalidValue` if the server value is unknown or a number in it is not finite.
    package init(_ json: JSON, at path: Path) throws(DatasyncError) {
        if case .string("timestamp") = json.content {
            self = .timestamp
            return
        }
        guard let members = json.members, let step = json["increment"]?.number,
            members.allSatisfy({ $0.name == "increment" || $0.name == "from" }),
            json["from"] == nil || json["from"]?.number != nil
        else {
            throw DatasyncError(
                .invalidValue, at: path.description,
                "The server value at \(path) is unknown; use {\".sv\":\"timestamp\"} or "
                    + "{\".sv\":{\"increment\":1,\"from\":0}}.")
        }
        let start = json["from"]?.number
        for (name, number) in [("step", step), ("start", start ?? 0)] where !number.isFinite {
            throw DatasyncError(
                .invalidValue, at: path.description,
                "The \(name) \(number) of the increment at \(path) is not finite; use a finite number.")
        }
        self = .increment(by: step, from: start)
    }
}
