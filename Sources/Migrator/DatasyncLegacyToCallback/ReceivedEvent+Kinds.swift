public import DatasyncCallback
import DatasyncEngine
import DatasyncTree

/// Constants for `switch snapshot.event` and `snapshot.event == .childAddition`.
extension Webcom.ReceivedEvent {
    /// The value of the node changed.
    public static let valueChange = Webcom.ReceivedEvent(kind: .event(.valueChange))
    /// The last delivered value is acknowledged.
    public static let valueAcknowledgement = Webcom.ReceivedEvent(kind: .event(.valueAcknowledgement))
    /// A child was added.
    public static let childAddition = Webcom.ReceivedEvent(kind: .event(.childAddition))
    /// A child changed.
    public static let childChange = Webcom.ReceivedEvent(kind: .event(.childChange))
    /// A child was removed.
    public static let childRemoval = Webcom.ReceivedEvent(kind: .event(.childRemoval))
    /// A child moved to another position in the order.
    public static let childMove = Webcom.ReceivedEvent(kind: .event(.childMove))
    /// The last delivered state of a child is acknowledged.
    public static let childAcknowledgement = Webcom.ReceivedEvent(kind: .event(.childAcknowledgement))
}
