package import DatasyncTree

/// A value that the back end computes when it accepts a write.
///
/// Write it in a model or in raw JSON. Readers find a number in its place; until the write is acknowledged, this client finds
/// an estimate.
///
/// ```swift
/// try await node.set(.raw, ["text": "Hello", "sentAt": ServerValue.timestamp])
/// try await node.merge(with: ["visits": ServerValue.increment(1)])
/// ```
public struct ServerValue: Sendable, Hashable {
    package let deferred: DeferredValue

    /// The back end's time in milliseconds since 1970.
    public static let timestamp = ServerValue(deferred: .timestamp)

    /// Returns a server value that adds to the present number.
    ///
    /// - Parameters:
    ///   - step: The number to add.
    ///   - start: The number that null counts as.
    /// - Returns: The server value; writing it fails where a value other than a number is stored.
    public static func increment(_ step: Double, from start: Double = 0) -> ServerValue {
        ServerValue(deferred: .increment(by: step, from: start))
    }
}

extension ServerValue: Codable {
    /// Fails, as server values are never read.
    ///
    /// - Parameter decoder: The decoder of the value.
    /// - Throws: `DecodingError` with the remedy.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.typeMismatch(
            ServerValue.self,
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription:
                    "A ServerValue can only be written: the back end stores the computed number. Declare the "
                    + "property as `@ServerComputed var name: Double?`."))
    }

    /// Encodes the object that stands for a server value, such as `{".sv": "timestamp"}`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: As the encoder does.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch deferred {
        case .timestamp: try container.encode([DeferredValue.marker: "timestamp"])
        case .increment(let step, let start):
            let numbers = start == 0 ? ["increment": step] : ["increment": step, "from": start]
            try container.encode([DeferredValue.marker: numbers])
        }
    }
}

extension ServerValue: CustomStringConvertible {
    /// The server value in words.
    public var description: String {
        switch deferred {
        case .timestamp: "timestamp"
        case .increment(let step, let start):
            "increment by \(step.shortForm)" + (start == 0 ? "" : " from \(start.shortForm)")
        }
    }
}

extension ServerValue: NodeWritable {
    func encoded(at position: WritingPosition) throws -> Encoded? {
        if case .increment(let step, let start) = deferred, !step.isFinite || !start.isFinite {
            throw position.failure(
                .invalidValue, self,
                "The server value at \(position.place) is to \(self); use finite numbers.")
        }
        return .deferred(deferred)
    }
}

extension Double {
    fileprivate var shortForm: String { isFinite ? shortestText : description }
}

extension ServerValue: CustomDebugStringConvertible {
    /// The description.
    public var debugDescription: String { description }
}
