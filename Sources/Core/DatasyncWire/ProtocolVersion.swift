import DatasyncTree

/// The version of the protocol.
package enum ProtocolVersion {
    package static let current = "5"
}
