import ClientTestSupport
import DatasyncAsync
import DatasyncTesting
import TestSupport
import Testing

extension Tutorial {
    /// Tests that make each mistake first and then correct it.
    @Suite("Common mistakes, in the async dialect")
    @MainActor
    struct AsyncMistakeTests {
        let myView = ContactsView()

        @Test("marking only on acknowledgement events never marks contacts that another user adds")
        func firstMistake() async throws {
            let other = try await Tutorial.begin()
            let manager = Webcom.defaultApplication.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            contactsNode?.subscribe(to: .child(addition: true, acknowledgement: true)) { [myView] event in
                switch event.eventType {
                case .childAddition:
                    myView.addItem(name: event.key, value: event.value.decoded())
                case .childAcknowledgement:
                    myView.markItem(name: event.key, isAcknowledged: true)
                default:
                    break
                }
            }
            await flushMain()
            try await Tutorial.write(contacts(["ann": "1"]), as: other)
            #expect(myView.shown == ["ann": false])
            withExtendedLifetime(manager) {}
        }

        @Test("marking on every event also marks contacts that another user adds")
        func firstMistakeMended() async throws {
            let other = try await Tutorial.begin()
            let manager = subscribeToAdditionsAndAcknowledgements()
            await flushMain()
            try await Tutorial.write(contacts(["ann": "1"]), as: other)
            #expect(myView.shown == ["ann": true])
            withExtendedLifetime(manager) {}
        }

        @Test("without changes a contact with a server timestamp is never marked")
        func secondMistake() async throws {
            _ = try await Tutorial.begin()
            let manager = subscribeToAdditionsAndAcknowledgements()
            await flushMain()
            try await addMyselfWithDate(manager)
            #expect(myView.shown == ["me": false])
        }

        @Test("with changes the server timestamp arrives as an acknowledged change")
        func secondMistakeMended() async throws {
            _ = try await Tutorial.begin()
            let manager = subscribeToAdditionsChangesAndAcknowledgements()
            await flushMain()
            try await addMyselfWithDate(manager)
            #expect(myView.shown == ["me": true])
            #expect(myView.log == ["add me 1", "mark me false", "update me 1", "mark me true"])
        }

        @Test("without removals a contact that the back end refuses stays on the screen")
        func thirdMistake() async throws {
            _ = try await Tutorial.begin()
            let manager = subscribeToAdditionsChangesAndAcknowledgements()
            await flushMain()
            try Tutorial.backend.setRules(readOnly)
            try manager.nodeThrows(for: "contacts/me").promise.set(Contact(phone: "1")).catch { _ in }
            await flushMain()
            #expect(myView.shown == ["me": false])
        }

        @Test("with removals a refused contact is removed from the screen")
        func thirdMistakeMended() async throws {
            _ = try await Tutorial.begin()
            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            contactsNode?.subscribe(
                to: .child(addition: true, change: true, removal: true, acknowledgement: true)
            ) { [myView] event in
                switch event.eventType {
                case .childAddition:
                    myView.addItem(name: event.key, value: event.value.decoded())
                case .childChange:
                    myView.updateItem(name: event.key, value: event.value.decoded())
                case .childRemoval:
                    myView.deleteItem(name: event.key)
                    return  // nothing to mark any more
                case .childAcknowledgement:
                    break  // only the mark below changes
                default:
                    break
                }
                myView.markItem(name: event.key, isAcknowledged: event.value.isAcknowledged)
            }
            await flushMain()
            try Tutorial.backend.setRules(readOnly)
            contactsNode?.relativeNode(for: "me")?.promise.set(Contact(phone: "1")).catch { _ in }
            await flushMain()
            #expect(myView.log == ["add me 1", "mark me false", "delete me"])
            #expect(myView.shown == [:])
            withExtendedLifetime(manager) {}
        }

        /// Subscribes with the first mistake corrected and the second one made.
        private func subscribeToAdditionsAndAcknowledgements() -> DatasyncManager {
            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            contactsNode?.subscribe(to: .child(addition: true, acknowledgement: true)) { [myView] event in
                switch event.eventType {
                case .childAddition:
                    myView.addItem(name: event.key, value: event.value.decoded())
                case .childAcknowledgement:
                    break  // only the mark below changes
                default:
                    break
                }
                myView.markItem(name: event.key, isAcknowledged: event.value.isAcknowledged)
            }
            return manager
        }

        /// Subscribes with the second mistake corrected and the third one made.
        private func subscribeToAdditionsChangesAndAcknowledgements() -> DatasyncManager {
            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            contactsNode?.subscribe(to: .child(addition: true, change: true, acknowledgement: true)) { [myView] event in
                switch event.eventType {
                case .childAddition:
                    myView.addItem(name: event.key, value: event.value.decoded())
                case .childChange:
                    myView.updateItem(name: event.key, value: event.value.decoded())
                case .childAcknowledgement:
                    break  // only the mark below changes
                default:
                    break
                }
                myView.markItem(name: event.key, isAcknowledged: event.value.isAcknowledged)
            }
            return manager
        }

        /// Adds a contact with a server timestamp that differs from the estimate.
        private func addMyselfWithDate(_ manager: DatasyncManager) async throws {
            Tutorial.clock.advance(byMilliseconds: 3_600_000)
            let json: [String: Any] = ["phone": "1", "date": [".sv": "timestamp"]]
            try await manager.nodeThrows(for: "contacts/me").set(.raw, json)
            await flushMain()
        }
    }
}
