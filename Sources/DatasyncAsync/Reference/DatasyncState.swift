import DatasyncEngine
import Dispatch

/// The state of a service.
public struct DatasyncState: Sendable, Equatable {
    /// The connection to the back end.
    public enum ConnectionState: Sendable, Equatable {
        /// The back end is there; its clock is so many ms ahead.
        case connected(backEndTimeOffsetMS: Int)
        /// The back end is not there. The offset is the last known; initialising lasts until the first attempt has ended.
        case disconnected(backEndTimeOffsetMS: Int?, isInitializing: Bool)

        /// How many ms the back end's clock is ahead of the device's; `nil` before the first connection.
        public var backEndTimeOffsetMS: Int? {
            switch self {
            case .connected(let offset): offset
            case .disconnected(let offset, _): offset
            }
        }
    }

    /// The connection.
    public let connectionState: ConnectionState
    /// The reason why the last connection or attempt failed, in words.
    ///
    /// It stays while the client reconnects. It is `nil` while connected, before the first attempt has ended, and when the
    /// application closed the connection itself.
    public let disconnectionReason: String?

    init(_ state: DatasyncEngine.ConnectionStatus) {
        disconnectionReason = state.disconnectionReason
        connectionState =
            switch state {
            case .connected(let offset): .connected(backEndTimeOffsetMS: Int(clamped: offset))
            case .disconnected(let offset, let isInitializing, _):
                .disconnected(backEndTimeOffsetMS: offset.map { Int(clamped: $0) }, isInitializing: isInitializing)
            }
    }
}

extension DatasyncState: CustomStringConvertible, CustomDebugStringConvertible {
    /// The state of the connection.
    public var description: String { "DatasyncState(\(connectionState))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncState.ConnectionState: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case, with the offset of the clock.
    public var description: String {
        let offset = "backEndTimeOffsetMS: \(backEndTimeOffsetMS.map(String.init) ?? "nil")"
        return switch self {
        case .connected: "connected(\(offset))"
        case .disconnected(_, let isInitializing): "disconnected(\(offset), isInitializing: \(isInitializing))"
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "ConnectionState.\(description)" }
}

extension Int {
    /// The integer below a number, or the nearest there is; 0 for what is no number.
    package init(clamped number: Double) {
        self = Int(exactly: number.rounded(.down)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
