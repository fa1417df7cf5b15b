import DatasyncAsync
import DatasyncLegacy
import DatasyncTesting
import Foundation

/// A contact, in the form stored below `contacts`.
struct Contact: Codable, Sendable {
    let name: String
    let phone: String
}
