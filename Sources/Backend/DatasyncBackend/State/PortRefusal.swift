import DatasyncTree
import DatasyncWire

/// An injected failure of a write or listen.
package struct PortRefusal: Sendable {
    package enum Kind: String, Sendable {
        case write
        case listen
    }

    let kind: Kind
    let status: Status
}
