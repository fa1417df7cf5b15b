import DatasyncTree

/// A malformed message of a client, with the status and reason of the response.
package struct MalformedRequest: Error, Sendable {
    package let number: Int?
    package let status: Status
    package let reason: String
}
