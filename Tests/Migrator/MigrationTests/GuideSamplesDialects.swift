import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy

// sample: a bound method
/// A badge with the number of messages.
@MainActor
final class Badge {
    private let messages: Webcom
    private var listener: Listener?
    private(set) var text = ""

    init(_ messages: Webcom) { self.messages = messages }

    func start() {
        // Not `messages.on("value", show)`: the listener would retain the method, and the method `self`.
        listener = messages.on("value") { [weak self] snapshot, _ in self?.show(snapshot) }
    }

    /// Ends only this listener: `off("value", nil)` would end those of other code too.
    func stop() { if let listener { messages.off("value", listener) } }

    private func show(_ snapshot: DataSnapshot) { text = "\(snapshot.numChildren())" }
}
// end of sample

@MainActor
func callbackTraps(_ status: Webcom.ServerlessDbNode, _ rows: Webcom.ServerlessDbNode, _ form: Form) {
    // sample: each time
    // The legacy `onDisconnect().set("offline")` runs once. This write is registered again with every connection.
    status.set("offline", at: Webcom.ON_DISCONNECTION)
    // end of sample

    // sample: endings
    let callback = Webcom.Callback { snapshot in
        form.show("\(snapshot.childCount) rows")  // without `onCanceled` also called at the end, with null
    }
    .onCanceled { error in form.show(error?.message ?? "unsubscribed") }
    rows.subscribe(Webcom.Event.ValueChange, callback)
    // end of sample
}

// sample: events of a kind
@MainActor
func watch(_ contacts: DatasyncNode, _ form: Form) async {
    do throws(WebcomError) {
        for try await event in contacts.events(.childEvent) {
            switch event.eventType {
            case .childAddition, .childChange: form.show("\(event.key): \(event.isAcknowledged ? "stored" : "saving")")
            case .childRemoval: form.show("\(event.key): gone")
            default: form.show("\(event.key): \(event.value.isNull ? "gone" : "stored")")  // an acknowledgement
            }
        }
    } catch {
        form.show(error.message)
    }
}
// end of sample

@MainActor
func writeAsynchronously(_ node: DatasyncNode, _ form: Form) {
    // sample: typed errors in a task
    Task {
        do throws(WebcomError) {  // a plain `do` in a `Task` gives `any Error`
            try await node.set("Ada")
        } catch {
            form.show("\(error.code): \(error.message)")
        }
    }
    // end of sample
}

// sample: an owner
/// A screen that owns its subscriptions and retains its manager.
@MainActor
final class ContactScreen {
    private let manager = Webcom.defaultApplication.datasyncService.createManager()
    private let form: Form
    private var watching: Task<Void, Never>?

    init(_ form: Form) { self.form = form }

    deinit { watching?.cancel() }  // the manager is released with `self`, the task is not

    func appear() {
        guard let contacts = manager / "contacts" else { return }
        watching = Task { [weak self] in  // a strong `self` would live as long as the loop runs
            do throws(WebcomError) {
                for try await rows in contacts.children(as: Person.self) { self?.form.show("\(rows.count) contacts") }
            } catch {
                self?.form.show(error.message)  // an error of a task without `await` is not reported
            }
        }
    }

    func disappear() { watching?.cancel() }
}
// end of sample

@MainActor
func readAndTransact(_ seats: DatasyncNode, _ ada: DatasyncNode, _ form: Form) async throws(WebcomError) {
    // sample: null
    // Null is a value: decode it as nil.
    let contact = try await ada.decodedValue(as: Person?.self)
    form.show(contact?.name ?? "nobody")
    // The first run may see null because the value is not known yet. The function then runs again on the known value.
    try await seats.runTransaction { current in
        let free = current.decoded(as: Int.self) ?? 3
        return free > 0 ? .set(free - 1) : .abort
    }
    // end of sample
}
