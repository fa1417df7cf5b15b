import DatasyncAsync
import DatasyncLegacy
import Foundation

@MainActor
func compareInProduction(
    _ application: WebcomApplication, _ manager: DatasyncManager, userID: String, fraction: Double,
    _ log: @escaping @Sendable (String) -> Void
) -> EventSequenceComparator {
    // sample: comparator
    // For one user in a hundred, if `fraction` is 0.01. The description has kinds and keys, but not the values, which are
    // user data.
    let comparator = EventSequenceComparator(path: "contacts", sampling: .fraction(fraction, of: userID)) {
        log($0.description)
    }
    let names = ["child_added", "child_changed", "child_removed", "child_ack"]
    Webcom(application).child("contacts").on(names) { snapshot, previousKey in
        comparator.record(from: .old, ComparedEvent(snapshot, previousKey))
        // … the old code
    } revoked: { error in
        comparator.record(from: .old, .revocation(error))
    }
    manager["contacts"].subscribe(to: .childEvent) { event in
        comparator.record(from: .new, ComparedEvent(event))
        // … the new code
    } onCompletion: { completion in
        if case .revocation(let error) = completion { comparator.record(from: .new, .revocation(error)) }
    }
    return comparator
    // end of sample
}
