import Foundation

/// The long form of tests whose usual form checks fewer cases, so that the gate ends in time.
package enum LongForm {
    /// Whether `DATASYNC_LONG=1` asks for it.
    package static let isWanted = ProcessInfo.processInfo.environment["DATASYNC_LONG"] == "1"

    /// Returns the number of cases of a test.
    ///
    /// - Parameters:
    ///   - usual: The number in the gate.
    ///   - long: The number in the long form.
    /// - Returns: One of them.
    package static func count(_ usual: Int, long: Int) -> Int { isWanted ? long : usual }
}
