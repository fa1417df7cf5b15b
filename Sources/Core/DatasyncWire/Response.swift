package import DatasyncTree

/// The response to a request.
package struct Response: Sendable {
    package let number: Int
    package let status: Status
    /// The reason for a status other than ok.
    package let reason: String?
    /// The requested data, or a write's computed value.
    package var data: Node?
    /// The warnings about a listen, such as ``noIndex``.
    package let warnings: [String]

    /// The start of the reason when a get is refused; applications of other clients look for it.
    package static let permissionDenied = "Permission denied. "
    /// The warning that the rules declare no index for the order of a window.
    package static let noIndex = "no_index"

    package init(
        number: Int, status: Status, reason: String? = nil, data: Node? = nil, warnings: [String] = []
    ) {
        self.warnings = warnings
        self.number = number
        self.status = status
        self.reason = reason
        self.data = data
    }
}
