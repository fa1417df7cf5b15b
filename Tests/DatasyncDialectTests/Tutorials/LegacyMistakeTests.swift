import DatasyncLegacy
import DatasyncTesting
import Testing

extension Tutorial {
    /// Each mistake is made first, and then mended, by one more event name each time.
    @Suite("Common mistakes, in the legacy dialect")
    @MainActor
    struct LegacyMistakeTests {
        let myView = ContactsView()

        @Test("marking on acknowledgement events alone leaves what another user adds unmarked for ever")
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

        @Test("marking on every event mends it")
        func firstMistakeMended() async throws {
            let other = try await Tutorial.begin()
            let contactsNode = watch(["child_added", "child_ack"])
            await flushMain()
            try await Tutorial.write(contacts(["ann": "1"]), as: other)
            #expect(myView.shown == ["ann": true])
            await Tutorial.end(contactsNode)
        }

        @Test("without child_changed a contact with a server timestamp is never marked, with it it is")
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

        @Test("without child_removed a refused contact stays on the screen, with it it goes away again")
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

        /// What the mended samples have in common: the mark is set on every event.
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
