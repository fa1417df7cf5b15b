import DatasyncBackend
import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
import Dispatch
import Foundation

/// The executor of clients and embedded back ends: the threads of Dispatch.
package enum SystemExecutor {
    @Sendable package static func run(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .userInitiated).async(execute: body)
    }

    /// Runs a closure after a number of seconds.
    @Sendable static func runLater(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: body)
    }
}
