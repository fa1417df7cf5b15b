package import DatasyncBackend
package import DatasyncConcurrency
import DatasyncTree
import Dispatch
import Foundation

/// A back end in this process: the authority over one tree of data, for any number of clients.
///
/// Applications name it through their identifier; tests and demos make their own, with their own clock, and look into it.
/// Tests also break connections, hold responses, refuse writes and set the time: see <doc:TestingYourApplication>.
///
/// ```swift
/// let backend = EmbeddedBackend()
/// let application = WebcomApplication(
///     configuration: WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend)))
/// ```
public final class EmbeddedBackend: Sendable {
    /// A client's port to an embedded back end.
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

    /// Makes a back end of a state.
    ///
    /// `executor`: Runs the deliveries that a call leaves; without one, as in deterministic tests, every call delivers all.
    package init(
        state: BackendState, clock: (@Sendable () -> Double)? = nil, executor: Executor? = SystemExecutor.run
    ) {
        let clock = SettableClock(following: clock ?? SystemClock.milliseconds)
        self.clock = clock
        backend = Backend(state, clock: { clock.now }, executor: executor)
    }

    /// Makes the port of one more client.
    package func makePort() -> Port { Port(backend: backend, link: backend.makePort()) }

    /// All data, as Foundation's JSON values; integer-keyed nodes read as arrays.
    public var data: Any? { backend.data.foundationValue }

    /// Replaces all data, whatever the rules say; every listener is told.
    ///
    /// - Parameter json: Foundation's JSON values; `nil` removes everything.
    /// - Throws: ``WebcomError`` that says what is wrong with the data; nothing has changed then.
    public func setData(_ json: Any?) throws(WebcomError) {
        let writeValue = try WrittenValue.foundation(json).writeValue(at: .root)
        do throws(DataError) {
            try backend.write(writeValue, at: .root)
        } catch {
            throw WebcomError(error)
        }
    }

    /// Replaces the rules; what they no longer allow is revoked at once.
    ///
    /// - Parameter text: A document `{"rules": {…}}`, or `null` for none.
    /// - Throws: ``WebcomError`` with the place of the mistake; the old rules stay then.
    public func setRules(_ text: String) throws(WebcomError) {
        do throws(DataError) {
            try backend.setRules(try JSONParser.parse(text))
        } catch {
            throw WebcomError(error)
        }
    }
}

/// The clock of clients and back ends that are given none.
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
    /// The data, cut when they are long.
    public var description: String { "EmbeddedBackend(\(backend.data.text(atMost: 200)))" }

    /// The description.
    public var debugDescription: String { description }
}
