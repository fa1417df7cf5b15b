package import DatasyncTree

/// A value that the back end computes when it accepts a write.
///
/// Write it in a model or in raw JSON. The back end stores a number in its place. Until the back end acknowledges the write,
/// this client reads an estimate.
///
/// ```swift
/// try await node.set(.raw, ["text": "Hello", "sentAt": ServerValue.timestamp])
/// try await node.merge(with: ["visits": ServerValue.increment(1)])
/// ```
public struct ServerValue: Sendable, Hashable {
    package let deferred: DeferredValue

    /// The back end's time, in milliseconds since 1970.
    public static let timestamp = ServerValue(deferred: .timestamp)

    /// Returns a server value that adds to the stored number.
    ///
    /// - Parameters:
    ///   - step: The number to add.
    ///   - start: The number to use instead of null.
    /// - Returns: The server value. The write fails if the stored value is neither a number nor null.
    public static func increment(_ step: Double, from start: Double = 0) -> ServerValue {
        ServerValue(deferred: .increment(by: step, from: start))
    }
}

extension ServerValue: Codable {
    /// Always throws, because server values can only be written.
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

    /// Encodes the JSON form of the server value, such as `{".sv": "timestamp"}`.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch deferred {
        case .timestamp: try container.encode([DeferredValue.marker: "timestamp"])
        case .increment(let step, let start):
            var numbers = ["increment": step]
            numbers["from"] = start
            try container.encode([DeferredValue.marker: numbers])
        }
    }
}

extension ServerValue: CustomStringConvertible {
    /// The server value as text, such as `timestamp` or `increment by 1`.
    public var description: String {
        switch deferred {
        case .timestamp: "timestamp"
        case .increment(let step, let start):
            "increment by \(step.shortForm)" + (start ?? 0 == 0 ? "" : " from \(start?.shortForm ?? "")")
        }
    }
}

extension ServerValue: NodeWritable {
    func encoded(at position: WritingPosition) throws -> Encoded? {
        if case .increment(let step, let start) = deferred, !step.isFinite || start?.isFinite == false {
            throw position.failure(
                .invalidValue, self,
                "The server value at \(position.place) is to \(self); use finite numbers.")
        }
        if deferred == .timestamp { position.pass.noteTimestamp() }
        return .deferred(deferred)
    }
}

extension Double {
    fileprivate var shortForm: String { isFinite ? shortestText : description }
}
