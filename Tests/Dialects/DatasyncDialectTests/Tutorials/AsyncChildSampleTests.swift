import ClientTestSupport
import DatasyncAsync
import TestSupport
import Testing

extension Tutorial {
    @Suite("Child samples of the async dialect")
    @MainActor
    struct AsyncChildSampleTests {
        let myView = ContactsView()

        @Test("additions are delivered for each known and each new contact, and not for changes")
        func additions() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1", "bob": "2"]))
            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            // Update a GUI in real-time each time a new contact is added
            contactsNode?.subscribe(to: .childAddition) { [myView] event in
                myView.addItem(name: event.key, value: event.value.decoded())
            } onCompletion: { completion in
                if case .revocation(let reason) = completion {
                    Issue.record("Contact watching ended: \(reason)")
                }
            }
            await flushMain()
            #expect(myView.log == ["add ann 1", "add bob 2"])
            try await Tutorial.write(contacts(["ann": "9", "bob": "2", "cid": "3"]), as: other)
            #expect(myView.log == ["add ann 1", "add bob 2", "add cid 3"])
            withExtendedLifetime(manager) {}
        }

        @Test("changes are delivered for existing contacts, not initially and not for removals")
        func changes() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1", "bob": "2"]))
            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            contactsNode?.subscribe(to: .childChange) { [myView] event in
                myView.updateItem(name: event.key, value: event.value.decoded())
            } onCompletion: { completion in
                if case .revocation(let reason) = completion {
                    Issue.record("Contact watching ended: \(reason)")
                }
            }
            await flushMain()
            #expect(myView.log.isEmpty)
            try await Tutorial.write(contacts(["ann": "9", "cid": "3"]), as: other)
            #expect(myView.log == ["update ann 9"])
            withExtendedLifetime(manager) {}
        }

        @Test("removals are delivered for removed contacts, with their keys")
        func removals() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1", "bob": "2"]))
            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            contactsNode?.subscribe(to: .childRemoval) { [myView] event in
                myView.deleteItem(name: event.key)
            } onCompletion: { completion in
                if case .revocation(let reason) = completion {
                    Issue.record("Contact watching ended: \(reason)")
                }
            }
            await flushMain()
            try await Tutorial.write(contacts(["bob": "3"]), as: other)
            #expect(myView.log == ["delete ann"])
            withExtendedLifetime(manager) {}
        }

        @Test("all child events together keep the view up to date, for every writer and every refusal")
        func everything() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1"]))
            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            // Update a GUI in real-time each time the list of contacts is updated
            contactsNode?.subscribe(to: .childEvent) { [myView] event in
                switch event.eventType {
                case .childAddition:
                    myView.addItem(name: event.key, value: event.value.decoded())
                case .childChange:
                    myView.updateItem(name: event.key, value: event.value.decoded())
                case .childRemoval:
                    myView.deleteItem(name: event.key)  // mark the item removed without deleting it
                case .childAcknowledgement:
                    break  // only the mark below changes
                default:
                    break  // not subscribed
                }
                // darken, lighten or delete the item
                myView.markItem(name: event.key, isAcknowledged: event.value.isAcknowledged)
            } onCompletion: { completion in
                if case .revocation(let reason) = completion {
                    Issue.record("Contact watching ended: \(reason)")
                }
            }
            await flushMain()
            #expect(myView.shown == ["ann": true])
            let mine = try #require(contactsNode)
            mine.promise.set(["bob": Contact(phone: "2")])
            await flushMain()
            #expect(
                myView.log.dropFirst(2) == [
                    "delete ann", "mark ann false", "add bob 2", "mark bob false", "mark ann true", "mark bob true",
                ])
            #expect(myView.items == ["bob": .init(value: "2", isAcknowledged: true)])
            try await Tutorial.write(contacts(["bob": "3", "cid": "4"]), as: other)
            #expect(myView.shown == ["bob": true, "cid": true])
            try Tutorial.backend.setRules(readOnly)
            mine.promise.clear().catch { _ in }
            await flushMain()
            #expect(myView.shown == ["bob": true, "cid": true])
            withExtendedLifetime(manager) {}
        }
    }
}
