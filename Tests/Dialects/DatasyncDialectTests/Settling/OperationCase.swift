import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import TestSupport
import Testing

/// One operation of one dialect: it is started on a client, and its end is noted in a log.
struct OperationCase: Sendable, CustomTestStringConvertible {
    /// The expected behaviour of an operation in the situations of the tests.
    enum Kind: Sendable {
        /// A read, which uses the cache when there is no connection.
        case read
        /// A read that fails if the cache does not hold the value, as operations built on reads need a known value.
        case decodedRead
        case write
        /// An on-disconnect write.
        case will
        /// The cancellation of on-disconnect writes, which needs no permission.
        case withdrawal
    }

    let testDescription: String
    let kind: Kind
    let start: @Sendable (Subject, Log) -> Void

    var isRead: Bool { kind == .read || kind == .decodedRead }

    /// The end of the operation without a connection.
    var endWithoutConnection: String { kind == .decodedRead ? "unavailable" : "ok" }

    init(_ name: String, _ kind: Kind, _ start: @escaping @Sendable (Subject, Log) -> Void) {
        testDescription = name
        self.kind = kind
        self.start = start
    }
}

/// The client that an operation is started on, with its handles of each dialect.
final class Subject: Sendable {
    let device: Device
    let manager: DatasyncManager

    init(_ device: Device) {
        self.device = device
        manager = device.manager()
    }

    var legacy: Webcom { device.legacy.child("n") }
    var callback: Webcom.ServerlessDbNode { device.node("n") }
    var asynchronous: DatasyncNode {
        DatasyncNode(location: device.legacy.child("n").location, application: device.application, manager: manager)
    }
}
