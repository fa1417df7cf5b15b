import DatasyncAsync
import DatasyncLegacy
import Foundation

// sample: comparator
/// Compares the child events of a node in the old and the new dialect, and reports the first difference.
@MainActor
final class TraceComparator {
    private let old: Webcom
    private let new: DatasyncNode
    private let manager: DatasyncManager
    private let differs: @MainActor (_ old: String, _ new: String) -> Void
    private var (oldLines, newLines): ([String], [String]) = ([], [])
    private var listener: Listener?
    private(set) var countOfEqual = 0
    /// The number of events that only one dialect has delivered so far; zero when no event is in delivery.
    var countOfWaiting: Int { oldLines.count + newLines.count }

    init?(
        _ application: WebcomApplication, path: String,
        differs: @escaping @MainActor (_ old: String, _ new: String) -> Void
    ) {
        manager = application.datasyncService.createManager()
        guard let node = manager / path else { return nil }
        (old, new, self.differs) = (Webcom(application).child(path), node, differs)
    }

    deinit { if let listener { old.off("child_added", listener) } }

    /// Subscribes in both dialects, one directly after the other.
    func start() {
        let names = ["child_added", "child_changed", "child_removed", "child_ack"]
        listener = old.on(names) { [weak self] snapshot, previousKey in
            let place = "\(snapshot.eventType() ?? "") \(snapshot.name() ?? "") after \(previousKey ?? "nothing")"
            self?.compare("\(place), \(snapshot.acknowledged()), \(Self.text(snapshot.exportVal()))", nil)
        } revoked: { [weak self] error in
            self?.compare("over: \(error.code)", nil)
        }
        new.subscribe(to: .childEvent) { [weak self] event in
            let place = "\(event.eventType) \(event.key) after \(event.previousChildKey ?? "nothing")"
            self?.compare(nil, "\(place), \(event.isAcknowledged), \(Self.text(event.value.rawJSON))")
        } onCompletion: { [weak self] completion in
            if case .revocation(let error) = completion { self?.compare(nil, "over: \(error.code)") }
        }
    }

    func stop() {
        if let listener { old.off("child_added", listener) }
        listener = nil
        manager.unsubscribeFromAll()
    }

    func compare(_ oldLine: String?, _ newLine: String?) {
        if let oldLine { oldLines.append(oldLine) }
        if let newLine { newLines.append(newLine) }
        guard let left = oldLines.first, let right = newLines.first else { return }
        guard left == right else {
            stop()  // all later lines would differ too
            return differs(left, right)
        }
        oldLines.removeFirst()
        newLines.removeFirst()
        countOfEqual += 1
    }

    private static func text(_ json: Any?) -> String {
        guard let json else { return "null" }
        let data = try? JSONSerialization.data(withJSONObject: json, options: [.sortedKeys, .fragmentsAllowed])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }
}
// end of sample

@MainActor
func compareInProduction(_ application: WebcomApplication, isChosen: Bool, _ log: @escaping @Sendable (String) -> Void)
    -> TraceComparator?
{
    // sample: comparator in use
    // For one user in a hundred. Log kinds and keys, not the values, which are user data.
    guard isChosen else { return nil }
    let comparator = TraceComparator(application, path: "contacts") { old, new in
        log("contacts: \(old.prefix { $0 != "," }) in the old style, \(new.prefix { $0 != "," }) in the new one")
    }
    comparator?.start()
    return comparator  // retain it as long as the comparison runs
    // end of sample
}
