import DatasyncAsync
import DatasyncLegacy

@MainActor
enum ObserveSamples {
    static func observeInOldStyle(_ contacts: Webcom, _ form: Form) {
        // sample: observe, old style
        let listener = contacts.on("child_added") { snapshot, _ in
            form.show(snapshot.child("name").val() as? String ?? "")
        } revoked: { error in
            form.show(error.message)
        }
        contacts.off("child_added", listener)
        // end of sample
    }

    static func observe(_ contacts: DatasyncNode, _ form: Form) {
        // sample: observe
        let subscription = contacts.subscribe(to: .childAddition) { event in
            form.show(event.value.decoded(as: Person.self)?.name ?? "")
        } onCompletion: { completion in
            if case .revocation(let reason) = completion { form.show(reason.message) }
        }
        subscription?.cancel()
        // end of sample
    }

    static func query(_ messages: DatasyncNode, _ form: Form) async throws {
        // sample: queries
        let latest = messages.children(as: String.self, childrenConstraint: .last(limit: 20))
        let range = messages.children(as: String.self, childrenConstraint: .between(from: "m1", to: "m5"))
        let page = messages.children(as: String.self, childrenConstraint: .startAt(key: "m5", limit: 11))
        // end of sample
        for sequence in [latest, range, page] {
            for try await rows in sequence {
                form.show("\(rows.count)")
                break
            }
        }
    }

    static func write(_ contacts: DatasyncNode, _ form: Form) async throws(WebcomError) {
        // sample: writes
        guard let ada = contacts / "ada" else { return }
        try await ada.set(Person(name: "Ada"))
        try await contacts.merge(.raw, with: ["ada/phone": "555-0100", "bob": ["name": "Bob"]])  // paths as names
        try await ada.merge(.raw, with: ["seen": [".sv": "timestamp"]])
        let child = contacts.createChild()  // the key is known before the write
        try await child.set(Person(name: "Grace"))
        try await ada.clear()
        // end of sample
    }

    static func rest(_ manager: DatasyncManager, _ form: Form) async throws(WebcomError) {
        // sample: the rest
        guard let likes = manager / "likes", let status = manager / "status/ada" else { return }
        try await likes.increment()
        try await likes.runTransaction { current in .set((current.decoded(as: Int.self) ?? 0) + 1) }
        try await status.set("offline", at: .onDisconnection)
        try await status.cancelNextDisconnectionOperations()
        manager.service.isConnectionEnabled = false
        manager.subscribeToStateChange { state in
            form.show("the back end's clock is \(state.connectionState.backEndTimeOffsetMS ?? 0) ms ahead")
        }
        // end of sample
    }
}
