import DatasyncLive
import Observation

/// The link from a live object to Observation, which tracks each part of the published state separately.
final class LiveRegistrar: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    // What Observation knows the parts by; they hold nothing.
    private var data: Void { () }
    private var loadingStatus: Void { () }
    private var dataStatus: Void { () }
    private var hasMore: Void { () }
    private var error: Void { () }

    private static func part(_ change: LiveChange) -> KeyPath<LiveRegistrar, Void> {
        switch change {
        case .data: \.data
        case .loadingStatus: \.loadingStatus
        case .dataStatus: \.dataStatus
        case .hasMore: \.hasMore
        case .error: \.error
        }
    }

    /// Records a read of parts of the published state.
    func access(_ parts: [LiveChange]) {
        for part in parts { registrar.access(self, keyPath: Self.part(part)) }
    }

    /// Wraps a mutation of the published state; an observation of several of its parts ends with the first.
    func publish(_ changes: [LiveChange], _ mutation: () -> Void) {
        for change in changes { registrar.willSet(self, keyPath: Self.part(change)) }
        mutation()
        for change in changes { registrar.didSet(self, keyPath: Self.part(change)) }
    }
}
