import ClientTestSupport
import DatasyncLegacy
import DatasyncTesting
import Testing

extension Tutorial {
    /// Tests that make each mistake first and then correct it with one more event name each time.
    @Suite("Common mistakes, in the legacy dialect")
    @MainActor
    struct LegacyMistakeTests {
        let myView = ContactsView()

        @Test("marking only on acknowledgement events never marks contacts that another user adds")
        func firstMistake() async throws {
            let other = try await Tutorial.begin()
            let contactsNode = Webcom("tutorial").child("contacts")
            contactsNode.on(["child_added", "child_ack"]) { [myView] snapshot, _ in
                switch snapshot.eventType() {
                case "child_added":
                    myView.addItem(json: snapshot.name(), value: snapshot.val())
                case "child_ack":
                    myView.markItem(name: snapshot.name(), isAcknowledged: true)
                default:
                    return
                }
            }
            await flushMain()
            try await Tutorial.write(contacts(["ann": "1"]), as: other)
            #expect(myView.shown == ["ann": false])
            await Tutorial.end(contactsNode)
        }

        @Test("marking on every event also marks contacts that another user adds")
        func firstMistakeMended() async throws {
            let other = try await Tutorial.begin()
            let contactsNode = watch(["child_added", "child_ack"])
            await flushMain()
            try await Tutorial.write(contacts(["ann": "1"]), as: other)
            #expect(myView.shown == ["ann": true])
            await Tutorial.end(contactsNode)
        }

        @Test("a contact with a server timestamp is marked only with child_changed")
        func secondMistake() async throws {
            for (events, isMarked) in [
                (["child_added", "child_ack"], false), (["child_added", "child_ack", "child_changed"], true),
            ] {
                _ = try await Tutorial.begin()
                let contactsNode = watch(events)
                await flushMain()
                Tutorial.clock.advance(byMilliseconds: 3_600_000)
                contactsNode.child("me").set(["phone": "1", "date": Webcom.ServerValue.TIMESTAMP] as [String: Any])
                await flushMain()
                #expect(myView.shown == ["me": isMarked])
                await Tutorial.end(contactsNode)
            }
        }

        @Test("a refused contact is removed from the screen only with child_removed")
        func thirdMistake() async throws {
            for (events, shown) in [
                (["child_added", "child_ack", "child_changed"], ["me": false]),
                (["child_added", "child_ack", "child_changed", "child_removed"], [:]),
            ] {
                _ = try await Tutorial.begin()
                let contactsNode = watch(events)
                await flushMain()
                try Tutorial.backend.setRules(readOnly)
                contactsNode.child("me").set(["phone": "1"]) { error in #expect(error?.code == .permissionDenied) }
                await flushMain()
                #expect(myView.shown == shown)
                await Tutorial.end(contactsNode)
            }
        }

        /// Subscribes as in the corrected samples: every event sets the mark.
        private func watch(_ events: [String]) -> Webcom {
            let ref = Webcom("tutorial")
            let contactsNode = ref.child("contacts")
            contactsNode.on(events) { [myView] snapshot, _ in
                switch snapshot.eventType() {
                case "child_added":
                    myView.addItem(json: snapshot.name(), value: snapshot.val())
                case "child_changed":
                    myView.updateItem(json: snapshot.name(), value: snapshot.val())
                case "child_removed":
                    myView.deleteItem(name: snapshot.name())
                    return
                case "child_ack":
                    break
                default:
                    return
                }
                myView.markItem(name: snapshot.name(), isAcknowledged: snapshot.acknowledged())
            }
            return contactsNode
        }
    }
}
