import DatasyncClient
import DatasyncConcurrency
import DatasyncLive
import Dispatch

/// The state and the listeners of a live object or collection.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
#endif
public struct LiveHandle: Sendable, CustomStringConvertible {
    let source: LiveController<DataSnapshot>

    func on(
        _ event: String, queue: DispatchQueue?, isOnce: Bool, _ callback: @escaping @Sendable (LiveUpdate) -> Void
    ) {
        guard let change = change(event) else { return }
        let number = source.listen(
            for: change, isOnce: isOnce, wantsLocal: change == .data, queue: queue, callback)
        if number == nil { source.reportDisposal(at: "A listener for \"\(event)\"") }
    }

    /// Returns the change of an event name; `nil` for an unknown one, which a diagnostic reports.
    func change(_ event: String) -> LiveChange? {
        if let change = LiveChange(rawValue: event) { return change }
        source.location.client.diagnose(.unknownEvent(event, among: LiveChange.allCases.map(\.rawValue)))
        return nil
    }

    /// The path, both statuses, and whether there is more.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var description: String { "LiveHandle(\(summary))" }

    var summary: String { "\(source.location), \(source.published.summary)" }
}
