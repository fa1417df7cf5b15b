import DatasyncLive
package import DatasyncTree
package import Dispatch

extension LiveController<LocatedValue?> {
    /// Makes a source whose model is the value with its location; `nil` if the value is null.
    package static func values(
        _ location: Location, window: Result<Window, WebcomError> = .success(.all), pageSize: Int? = nil,
        queue: DispatchQueue?
    ) -> LiveController {
        LiveController(location, window: window, pageSize: pageSize, queue: queue) { record in
            if record.node.isNull { return nil }
            return LocatedValue(record.node, at: location, isAcknowledged: record.dataStatus == .fresh)
        }
    }
}
