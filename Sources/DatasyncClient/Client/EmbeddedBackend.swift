package import DatasyncBackend
package import DatasyncConcurrency
import DatasyncTree
import Dispatch
import Foundation

/// A back end in this process: the authority over one tree of data, for any number of clients.
///
/// An application with the platform `embedded` uses the back end of its identifier. Tests and demos make back ends with
/// their own clock, and read the data. Tests also drop connections, hold responses, refuse writes and set the time: see
/// <doc:TestingYourApplication>. All members may be used on any thread.
///
/// ```swift
/// let backend = EmbeddedBackend()
/// let application = WebcomApplication(
///     configuration: WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend)))
/// ```
public final class EmbeddedBackend: Sendable {
    /// The port of one client to an embedded back end.
    package struct Port: Sendable {
        package let backend: Backend
        package let link: BackendPort
    }

    package let backend: Backend
    let clock: SettableClock

    /// Makes an empty back end without rules.
    ///
    /// - Parameter clock: The time in milliseconds since the Unix epoch; by default the system's.
    public convenience init(clock: (@Sendable () -> Double)? = nil) {
        self.init(state: BackendState(), clock: clock)
    }

    /// Makes a back end with a state.
    ///
    /// `executor`: Runs the deliveries that exceed the limit of a call. Without an executor, as in deterministic tests, the
    /// call executes all deliveries.
    package init(
        state: BackendState, clock: (@Sendable () -> Double)? = nil, executor: Executor? = SystemExecutor.run
    ) {
        let clock = SettableClock(following: clock ?? SystemClock.milliseconds)
        self.clock = clock
        backend = Backend(state, clock: { clock.now }, executor: executor)
    }

    /// Makes the port of a new client.
    package func makePort() -> Port { Port(backend: backend, link: backend.makePort()) }

    /// All data, as Foundation's JSON values; integer-keyed nodes read as arrays.
    public var data: Any? { backend.data.foundationValue }

    /// Replaces all data without checking the rules; every affected subscription receives events.
    ///
    /// - Parameter json: Foundation's JSON values; `nil` removes all data.
    /// - Throws: ``WebcomError`` that names the error in the data; the old data then remain.
    public func setData(_ json: Any?) throws(WebcomError) {
        let writeValue = try WrittenValue.foundation(json).writeValue(at: .root)
        do throws(DataError) {
            try backend.write(writeValue, at: .root)
        } catch {
            throw WebcomError(error)
        }
    }

    /// Replaces the rules and revokes the subscriptions that the new rules do not allow.
    ///
    /// - Parameter text: A document `{"rules": {…}}`, or `null` for no rules.
    /// - Throws: ``WebcomError`` with the path of the error in the document; the old rules then remain.
    public func setRules(_ text: String) throws(WebcomError) {
        do throws(DataError) {
            try backend.setRules(try JSONParser.parse(text))
        } catch {
            throw WebcomError(error)
        }
    }
}

/// The default clock and random source of clients and back ends.
enum SystemClock {
    @Sendable static func milliseconds() -> Double { (Date().timeIntervalSince1970 * 1000).rounded(.down) }

    @Sendable static func randomBits() -> UInt64 { UInt64.random(in: .min ... .max) }
}

/// The executor of clients and embedded back ends: the threads of Dispatch.
package enum SystemExecutor {
    @Sendable package static func run(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global(qos: .userInitiated).async(execute: body)
    }
}

extension EmbeddedBackend: CustomStringConvertible, CustomDebugStringConvertible {
    /// The JSON text of the data, truncated if it is long.
    public var description: String { "EmbeddedBackend(\(backend.data.text(atMost: 200)))" }

    /// The description.
    public var debugDescription: String { description }
}
