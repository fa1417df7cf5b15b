import DatasyncAsync

// sample: collect
@MainActor
final class ContactsModel {
    private let manager = Webcom.defaultApplication.datasyncService.createManager()
    private let form: Form

    init(_ form: Form) { self.form = form }

    /// Runs until its task is cancelled: start it where the screen appears, as SwiftUI's `.task` does.
    func watch() async {
        guard let contacts = manager / "contacts" else { return }
        do throws(WebcomError) {
            for try await rows in contacts.children(as: Person.self, childrenConstraint: .last(limit: 20)) {
                form.show(rows.map(\.value.name).joined(separator: ", "))
            }
        } catch {
            form.show(error.message)
        }
    }

    func add(_ person: Person) async throws(WebcomError) -> WebcomKey? {
        try await (manager / "contacts")?.push(person).key
    }
}
// end of sample

@MainActor
enum KotlinSamples {
    // sample: sealed
    static func watch(_ contacts: DatasyncNode, _ form: Form) async throws {
        for try await event in contacts.events(of: DatasyncChildEvent.self) {
            switch event {
            case .addition(let addition): form.show("+ \(addition.key) after \(addition.previousChildKey ?? "nothing")")
            case .change(let change): form.show("~ \(change.key)")
            case .removal(let removal): form.show("- \(removal.key)")
            case .move(let move): form.show("> \(move.key)")
            case .acknowledgement(let acknowledgement): form.show("= \(acknowledgement.key)")
            }
        }
    }
    // end of sample

    // sample: state
    static func show(_ profile: DatasyncNode, _ form: Form) async {
        let live = profile.liveObject(as: Person.self)  // observable: a SwiftUI view may read `live.model` itself
        for await update in live.updates {
            form.show("\(update.model?.name ?? "nobody"), \(update.loadingStatus), \(update.dataStatus)")
        }
    }
    // end of sample

    // sample: slow consumers
    static func sequences(_ node: DatasyncNode) -> [DatasyncEvents] {
        [
            node.events(.childEvent),  // every event, as with an unlimited buffer
            node.events(.valueChange, delivery: .coalescing),  // as with `conflate`, for each child
            node.events(.childEvent, delivery: .bounded(64)),  // ends with `overflow` at the 65th waiting event
        ]
    }
    // end of sample

    // sample: connection
    static func showConnection(_ service: DatasyncService, _ form: Form) async {
        for await state in service.states {
            if case .connected = state.connectionState { form.show("online") } else { form.show("offline") }
        }
    }
    // end of sample
}
