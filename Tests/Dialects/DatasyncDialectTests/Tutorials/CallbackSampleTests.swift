import ClientTestSupport
import DatasyncCallback
import TestSupport
import Testing

extension Tutorial {
    /// The JavaScript samples of the later tutorial, as calls of the callback dialect.
    @Suite("Samples of the callback dialect")
    @MainActor
    struct CallbackSampleTests {
        let myView = ContactsView()
        let app = Webcom.App("tutorial")

        @Test("additions and removals arrive with their acknowledgement, and revocations are excluded on request")
        func excludingRevocations() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1"]))
            var printed: [String] = []
            let database = app.serverlessDb
            let node = database.rootNode.relativeNode("contacts")
            let eventDescriptor = Webcom.Event.Child.Addition.Removal
                .excludeRevocations()
            node.subscribe(
                eventDescriptor,
                Webcom.Callback { dataSnapshot in
                    if dataSnapshot.event.isChildAddition {
                        let state = dataSnapshot.acked ? "safe" : "not yet safe"
                        printed.append("\(dataSnapshot.node.key ?? "") is new, \(state)")
                    } else {
                        printed.append("\(dataSnapshot.node.key ?? "") is gone")
                    }
                })
            await flushMain()
            try await Tutorial.write(contacts(["ann": "2", "bob": "2"]), as: other)
            try await Tutorial.write(contacts(["bob": "2"]), as: other)
            #expect(printed == ["ann is new, safe", "bob is new, safe", "ann is gone"])
            try Tutorial.backend.setRules(closed)
            await flushMain()
            #expect(printed.count == 3)
        }

        @Test("a callback may ask for acknowledgements, and handle both completions in another closure")
        func customising() async throws {
            _ = try await Tutorial.begin()
            var printed: [String] = []
            let database = app.serverlessDb
            let node = database.rootNode.relativeNode("contacts")
            let callback = Webcom.Callback { dataSnapshot in
                printed.append("\(dataSnapshot.event.isAck ? "ack" : "event") \(dataSnapshot.node.key ?? "")")
            }
            callback.includeAcknowledgements()
            callback.onCanceled { error in
                if let error { printed.append("refused: \(error.code)") } else { printed.append("cancelled") }
            }
            node.subscribe(Webcom.Event.Child.Addition.Removal, callback)
            node.relativeNode("ann").set(["phone": "1"])
            await flushMain()
            node.unsubscribe(callback)
            await flushMain()
            #expect(printed == ["event ann", "ack ann", "cancelled"])
            node.subscribe(Webcom.Event.Child.Addition.Removal, callback)
            await flushMain()
            try Tutorial.backend.setRules(closed)
            await flushMain()
            #expect(printed.dropFirst(3) == ["event ann", "refused: permissionDenied"])
        }

        @Test("a callback that includes acknowledgements receives those of the whole list")
        func acknowledgements() async throws {
            _ = try await Tutorial.begin(contacts(["ann": "1"]))
            var printed: [String] = []
            let database = app.serverlessDb
            let contactsNode = database.rootNode.relativeNode("contacts")
            let callback = Webcom.Callback { dataSnapshot in
                if dataSnapshot.event.isAck { printed.append("safe") } else { printed.append("changed") }
            }
            .onCanceled { _ in }
            .includeAcknowledgements()
            contactsNode.subscribe(Webcom.Event.ValueChange, callback)
            await flushMain()
            contactsNode.set(contacts(["bob": "2"]))
            await flushMain()
            #expect(printed == ["changed", "changed", "safe"])
            contactsNode.unsubscribe(callback)
        }

        @Test("the descriptors of the tutorial are valid")
        func descriptors() async throws {
            _ = try await Tutorial.begin()
            let node = app.serverlessDb.rootNode.relativeNode("contacts")
            let callback = Webcom.Callback { _ in }
            let subscriptions = [
                try await node.subscribe(Webcom.Event.ValueChange, callback).value,
                try await node.subscribe(Webcom.Event.ValueChange.WithoutData, callback).value,
                try await node.subscribe(Webcom.Event.ValueChange.excludeRevocations(), callback).value,
                try await node.subscribe(Webcom.Event.Child.Change.Addition.Removal, callback).value,
            ]
            #expect(subscriptions.allSatisfy { $0.node == node })
            node.unsubscribe(callback)
        }

        @Test("unsubscribing at the node and cancelling the subscription do the same")
        func unsubscribing() async throws {
            _ = try await Tutorial.begin(contacts(["ann": "1"]))
            let node = app.serverlessDb.rootNode.relativeNode("contacts")
            for endsAtNode in [true, false] {
                var endings = 0
                var events = 0
                let myCallback = Webcom.Callback { _ in events += 1 }.onCanceled { error in
                    #expect(error == nil)
                    endings += 1
                }
                let mySubscription = try await node.subscribe(Webcom.Event.ValueChange, myCallback).value
                await flushMain()
                if endsAtNode { node.unsubscribe(myCallback) } else { mySubscription.cancel() }
                await flushMain()
                #expect(endings == 1)
                #expect(events == 1)
            }
        }

        @Test("values, additions, changes and removals each update the view")
        func eachKind() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1", "bob": "2"]))
            var counts: [Int] = []
            let contactsNode = app.serverlessDb.rootNode.relativeNode("contacts")
            let view = myView
            let callbacks = [
                Webcom.Callback { dataSnapshot in counts.append((dataSnapshot.val() as? [String: Any])?.count ?? 0) },
                Webcom.Callback { (dataSnapshot, previousChildKey) in
                    view.addItem(json: dataSnapshot.node.key, value: dataSnapshot.val(), after: previousChildKey)
                },
                Webcom.Callback { (dataSnapshot, previousChildKey) in
                    view.updateItem(json: dataSnapshot.node.key, value: dataSnapshot.val(), after: previousChildKey)
                },
                Webcom.Callback { dataSnapshot in view.deleteItem(name: dataSnapshot.node.key) },
            ]
            for callback in callbacks { callback.onCanceled { _ in } }
            contactsNode.subscribe(Webcom.Event.ValueChange, callbacks[0])
            contactsNode.subscribe(Webcom.Event.Child.Addition, callbacks[1])
            contactsNode.subscribe(Webcom.Event.Child.Change, callbacks[2])
            contactsNode.subscribe(Webcom.Event.Child.Removal, callbacks[3])
            await flushMain()
            try await Tutorial.write(contacts(["bob": "3", "cid": "4", "dan": "5"]), as: other)
            #expect(counts == [2, 3])
            #expect(
                myView.log == [
                    "add ann 1", "add bob 2 after ann", "delete ann", "add cid 4 after bob", "add dan 5 after cid",
                    "update bob 3",
                ])
            for callback in callbacks { contactsNode.unsubscribe(callback) }
        }

        @Test("all child events with acknowledgements keep the view up to date")
        func everything() async throws {
            _ = try await Tutorial.begin(contacts(["ann": "1"]))
            let node = app.serverlessDb.rootNode.relativeNode("contacts")
            let callback = Webcom.Callback { [myView] (dataSnapshot, previousChildKey) in
                let event = dataSnapshot.event
                if event.isCancelation { return }
                if event.isChildAddition {
                    myView.addItem(json: dataSnapshot.node.key, value: dataSnapshot.val(), after: previousChildKey)
                } else if event.isChildChange {
                    myView.updateItem(json: dataSnapshot.node.key, value: dataSnapshot.val())
                } else if event.isChildRemoval {
                    myView.deleteItem(name: dataSnapshot.node.key)
                } else if event.isAck {
                    // only the mark below changes
                }
                myView.markItem(name: dataSnapshot.node.key, isAcknowledged: dataSnapshot.acked)
            }.includeAcknowledgements()
            node.subscribe(Webcom.Event.Child.Removal.Addition.Change, callback)
            await flushMain()
            node.set(contacts(["bob": "2"]))
            node.relativeNode("bob").set(["phone": "3"])
            await flushMain()
            #expect(myView.items == ["bob": .init(value: "3", isAcknowledged: true)])
            node.unsubscribe(callback)
        }
    }
}
