import ClientTestSupport
import DatasyncAsync
import Testing

extension Tutorial {
    @Suite("Value samples of the async dialect")
    @MainActor
    struct AsyncValueSampleTests {
        @Test("a subscription to the value of the contacts delivers their number at first and after each change")
        func subscribing() async throws {
            let other = try await Tutorial.begin(["0": ["phone": "1"], "1": ["phone": "2"]])
            var printed: [String] = []
            func print(_ text: String) { printed.append(text) }

            let manager = Webcom.defaultApplication.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            contactsNode?.subscribe(to: .valueChange) { event in
                guard let allContacts: [Contact] = event.value.decoded() else {
                    return
                }
                print("\(allContacts.count) people")
            }
            await flushMain()
            #expect(printed == ["2 people"])

            try await write(contacts(["0": "1", "1": "2", "2": "3"]), as: other)
            #expect(printed == ["2 people", "3 people"])
            // A value that cannot be decoded as a list of contacts is skipped, as the sample says.
            try await write("nobody", as: other)
            #expect(printed == ["2 people", "3 people"])
            withExtendedLifetime(manager) {}
        }

        @Test("the count of contacts is delivered in real time, and the revocation when reading is forbidden")
        func counting() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1"]))
            var printed: [String] = []
            func print(_ text: String) { printed.append(text) }

            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            // Display the count of contacts in real time
            contactsNode?.subscribe(to: .valueChange) { event in
                print("\(event.value.decoded(as: [String: Contact].self)?.count ?? 0) people")
            } onCompletion: { completion in
                // swift-format-ignore: UseLetInEveryBoundCaseVariable
                if case let .revocation(reason: reason) = completion {
                    print("no more: \(reason.code)")
                }
            }
            await flushMain()
            try await write(contacts(["ann": "1", "bob": "2"]), as: other)
            try await write(nil, as: other)
            #expect(printed == ["1 people", "2 people", "0 people"])

            try Tutorial.backend.setRules(closed)
            await flushMain()
            #expect(printed.last == "no more: permissionDenied")
            #expect(printed.count == 4)
            withExtendedLifetime(manager) {}
        }

        @Test("both value events together deliver every acknowledgement, of local writes and of others'")
        func acknowledgements() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1"]))
            var printed: [String] = []
            func print(_ text: String) { printed.append(text) }

            let app = Webcom.defaultApplication
            let manager = app.datasyncService.createManager()
            let contactsNode = manager / "contacts"
            // Display a message each time the contact list is acknowledged by the back end
            contactsNode?.subscribe(to: .valueEvent) {
                if $0.value.isAcknowledged {
                    print("the list is safe")
                }
            }
            await flushMain()
            #expect(printed.count == 1)
            // A local write is delivered first and then acknowledged: one message.
            contactsNode?.promise.set(["bob": Contact(phone: "2")])
            await flushMain()
            #expect(printed.count == 2)
            // A write of another client arrives acknowledged: one message too.
            try await write(contacts(["cid": "3"]), as: other)
            #expect(printed.count == 3)
            withExtendedLifetime(manager) {}
        }

        @Test("releasing a manager ends its subscriptions")
        func managerEnds() async throws {
            let other = try await Tutorial.begin(contacts(["ann": "1"]))
            var count = 0
            var manager: DatasyncManager? = Webcom.defaultApplication.datasyncService.createManager()
            manager?.node(for: "contacts")?.subscribe { _ in count += 1 }
            await flushMain()
            manager = nil
            try await write(nil, as: other)
            #expect(count == 1)
            #expect(manager == nil)
        }
    }

    /// Writes the contacts as another user, and waits until this client has delivered the event.
    @MainActor
    static func write(_ contacts: Any?, as other: WebcomApplication) async throws {
        let manager = other.datasyncService.createManager()
        try await manager.nodeThrows(for: "contacts").set(.raw, contacts)
        await flushMain()
    }
}

/// Writes the contacts as another user.
@MainActor
private func write(_ contacts: Any?, as other: WebcomApplication) async throws {
    try await Tutorial.write(contacts, as: other)
}
