import DatasyncLive
import Observation

/// The link from a live object to Observation, which tracks each part of the published state separately.
final class LiveRegistrar: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    /// Gives Observation a key path for each part; it has no value.
    private subscript(part: LiveChange) -> Void { () }

    /// Records a read of parts of the published state.
    func access(_ parts: [LiveChange]) {
        for part in parts { registrar.access(self, keyPath: \.[part]) }
    }

    /// Wraps a mutation of the published state; an observation of several of its parts ends with the first.
    func publish(_ changes: [LiveChange], _ mutation: () -> Void) {
        for change in changes { registrar.willSet(self, keyPath: \.[change]) }
        mutation()
        for change in changes { registrar.didSet(self, keyPath: \.[change]) }
    }
}
