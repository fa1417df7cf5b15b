import DatasyncApplication
import DatasyncTree
import Dispatch
import Foundation

/// Says the steps of a scenario in one dialect.
protocol DialectDriver: AnyObject, Sendable {
    init(queue: DispatchQueue, trace: Trace)

    /// Whether the dialect tells of a cancellation.
    static var tellsOfCancellation: Bool { get }

    func subscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication)
    func unsubscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication)
    func perform(_ write: Scenario.Write, _ application: WebcomApplication)
}

extension DialectDriver {
    /// The path as it is traced: resolved, or as written when it is ill-formed.
    static func traced(_ path: String, child key: String? = nil) -> String {
        guard let resolved = try? Path(path) else { return path }
        guard let key else { return resolved.description }
        return resolved.child(Key(unchecked: key)).description
    }
}

extension Scenario.Write.Change {
    /// What the transaction makes of a value; `nil` aborts, which it does at a value of the wrong kind.
    func applied(to value: Any?) -> Any? {
        switch self {
        case .add(let step): value == nil ? step : (value as? NSNumber).map { $0.doubleValue + step }
        case .set(let json): json
        case .toggle: value == nil ? false : (value as? Bool).map { !$0 }
        case .abort: nil
        }
    }
}
