import Dispatch
import Foundation

/// The default clock and random source of clients and back ends.
enum SystemClock {
    @Sendable static func milliseconds() -> Double { (Date().timeIntervalSince1970 * 1000).rounded(.down) }

    @Sendable static func randomBits() -> UInt64 { UInt64.random(in: .min ... .max) }
}
