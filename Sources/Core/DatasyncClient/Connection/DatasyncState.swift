package import DatasyncEngine
public import Foundation

/// The connection status of an application, with the reason of the last failure and the time of the next attempt.
///
/// All dialects share it: see ``WebcomApplication/connectionState``.
public struct DatasyncState: Sendable, Equatable {
    /// The status of the connection to the back end.
    public enum ConnectionState: Sendable, Equatable {
        /// Connected; the offset is how many ms the back end's clock is ahead of the device's.
        case connected(backEndTimeOffsetMS: Int)
        /// Not connected; the offset is the last connection's.
        ///
        /// `isInitializing` is `true` until the first attempt to connect has ended.
        case disconnected(backEndTimeOffsetMS: Int?, isInitializing: Bool)

        /// How many ms the back end's clock is ahead; `nil` before the first connection.
        public var backEndTimeOffsetMS: Int? {
            switch self {
            case .connected(let offset): offset
            case .disconnected(let offset, _): offset
            }
        }
    }

    /// The status of the connection.
    public let connectionState: ConnectionState
    /// The reason why the last connection or attempt failed, as text.
    ///
    /// It remains set while the client reconnects. It is `nil` while connected, before the first attempt has ended, and when
    /// the application closed the connection itself.
    public let disconnectionReason: String?
    /// The time of the next attempt to connect.
    ///
    /// It is `nil` while connected or connecting, and when no attempt is planned.
    public let nextAttempt: Date?

    package init(_ state: DatasyncEngine.ConnectionStatus) {
        disconnectionReason = state.disconnectionReason
        nextAttempt =
            if case .disconnected(_, _, _, let time?) = state { Date(timeIntervalSince1970: time / 1000) } else { nil }
        connectionState =
            switch state {
            case .connected(let offset): .connected(backEndTimeOffsetMS: Int(clamped: offset))
            case .disconnected(let offset, let isInitializing, _, _):
                .disconnected(backEndTimeOffsetMS: offset.map { Int(clamped: $0) }, isInitializing: isInitializing)
            }
    }
}

extension DatasyncState: CustomStringConvertible {
    /// The status of the connection.
    public var description: String { "DatasyncState(\(connectionState))" }
}

extension DatasyncState.ConnectionState: CustomStringConvertible {
    /// The name of the case, with the offset of the clock.
    public var description: String {
        let offset = "backEndTimeOffsetMS: \(backEndTimeOffsetMS.map(String.init) ?? "nil")"
        return switch self {
        case .connected: "connected(\(offset))"
        case .disconnected(_, let isInitializing): "disconnected(\(offset), isInitializing: \(isInitializing))"
        }
    }
}

extension Int {
    /// Rounds a number down to an integer, clamped to the range of `Int`; NaN becomes 0.
    package init(clamped number: Double) {
        self = Int(exactly: number.rounded(.down)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
    }
}
