import ClientTestSupport
import DatasyncLegacy
import TestSupport
import Testing

extension Tutorial {
    /// The JavaScript samples of the earlier tutorial, as calls of the legacy dialect.
    @Suite("Samples of the legacy dialect")
    @MainActor
    struct LegacySampleTests {
        let myView = ContactsView()

        @Test("value and acknowledgement arrive in one callback, and the refusal in the other")
        func subscribing() async throws {
            _ = try await Tutorial.begin(contacts(["ann": "1"]))
            var printed: [String] = []
            func log(_ words: String...) { printed.append(words.joined(separator: " ")) }

            let ref = Webcom("tutorial")
            let node = ref.child("contacts")
            node.on(["value", "value_ack"]) { datasnapshot, _ in
                if datasnapshot.eventType() == "value" {
                    log("changed", String((datasnapshot.val() as? [String: Any])?.count ?? 0))
                }
                log(datasnapshot.acknowledged() ? "is" : "is not yet", "safe")
            } revoked: { revocationError in
                log("no more:", revocationError.code.rawValue)
            }
            await flushMain()
            #expect(printed == ["changed 1", "is safe"])
            node.child("bob").set(["phone": "2"])
            await flushMain()
            #expect(printed.dropFirst(2) == ["changed 2", "is not yet safe", "is safe"])
            try Tutorial.backend.setRules(closed)
            await flushMain()
            #expect(printed.last == "no more: permissionDenied")
        }

        @Test("off without names cancels all listeners of a node, and off with names those of these events")
        func unsubscribing() async throws {
            _ = try await Tutorial.begin()
            let log = Log()
            let ref = Webcom("tutorial")
            let node = ref.child("contacts")
            node.on("value") { _, _ in log.note("value") }
            node.on("child_added") { _, _ in log.note("child") }
            await flushMain()
            #expect(log.take() == ["value"])
            node.off(["value", "value_ack"])
            node.child("ann").set(1)
            await flushMain()
            #expect(log.take() == ["child"])
            node.off()
            node.child("bob").set(1)
            await flushMain()
            #expect(log.take() == [])
        }

        @Test("the number of contacts is delivered in real time")
        func counting() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1"]))
            var printed: [String] = []
            let ref = Webcom("tutorial")
            let contactsNode = ref.child("contacts")
            contactsNode.on("value") { snapshot, _ in
                printed.append("\((snapshot.val() as? [String: Any])?.keys.count ?? 0) people")
            } revoked: { revocationError in
                Issue.record("Contact watching ended: \(revocationError.message)")
            }
            await flushMain()
            try await Tutorial.write(contacts(["ann": "1", "bob": "2"]), as: other)
            #expect(printed == ["1 people", "2 people"])
            await Tutorial.end(contactsNode)
        }

        @Test("child events of one kind update the view, with the previous key")
        func singleKinds() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1", "bob": "2"]))
            let ref = Webcom("tutorial")
            let contactsNode = ref.child("contacts")
            contactsNode.on("child_added") { [myView] snapshot, leftChild in
                myView.addItem(json: snapshot.name(), value: snapshot.val(), after: leftChild)
            } revoked: { error in
                Issue.record("Contact watching ended: \(error.message)")
            }
            contactsNode.on("child_changed") { [myView] snapshot, leftChild in
                myView.updateItem(json: snapshot.name(), value: snapshot.val(), after: leftChild)
            }
            contactsNode.on("child_removed") { [myView] snapshot, _ in myView.deleteItem(name: snapshot.name()) }
            await flushMain()
            #expect(myView.log == ["add ann 1", "add bob 2 after ann"])
            try await Tutorial.write(contacts(["bob": "3", "cid": "4"]), as: other)
            #expect(myView.log.dropFirst(2) == ["delete ann", "add cid 4 after bob", "update bob 3"])
            await Tutorial.end(contactsNode)
        }

        @Test("all child events together keep the view up to date")
        func everything() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1"]))
            let ref = Webcom("tutorial")
            let contactsNode = ref.child("contacts")
            let events = ["child_added", "child_changed", "child_removed", "child_ack"]
            contactsNode.on(events) { [myView] snapshot, leftChild in
                switch snapshot.eventType() {
                case "child_added":
                    myView.addItem(json: snapshot.name(), value: snapshot.val(), after: leftChild)
                case "child_changed":
                    myView.updateItem(json: snapshot.name(), value: snapshot.val())
                case "child_removed":
                    myView.deleteItem(name: snapshot.name())
                default:
                    break
                }
                myView.markItem(name: snapshot.name(), isAcknowledged: snapshot.acknowledged())
            } revoked: { revocationError in
                Issue.record("Contact watching ended: \(revocationError.message)")
            }
            await flushMain()
            contactsNode.set(contacts(["bob": "2"]))
            await flushMain()
            #expect(myView.items == ["bob": .init(value: "2", isAcknowledged: true)])
            try await Tutorial.write(contacts(["bob": "3"]), as: other)
            #expect(myView.items == ["bob": .init(value: "3", isAcknowledged: true)])
            await Tutorial.end(contactsNode)
        }
    }
}
