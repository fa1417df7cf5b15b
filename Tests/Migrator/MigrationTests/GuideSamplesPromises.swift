import DatasyncAsync
import DatasyncCallback

@MainActor
enum PromiseSamples {
    // sample: chain of promises
    static func rename(_ contact: Webcom.ServerlessDbNode, to name: String, _ form: Form) {
        form.isBusy = true
        firstly {
            contact.get()
        }
        .map { snapshot in
            snapshot.child("name").val() as? String ?? ""
        }
        .then { formerName in
            contact.merge(["name": name, "formerName": formerName])
        }
        .done {
            form.show("stored")
        }
        .ensure {
            form.isBusy = false
        }
        .catch { error in
            form.show("\(error)")
        }
    }
    // end of sample

    // sample: async chain
    static func rename(_ contact: DatasyncNode, to name: String, _ form: Form) async {
        form.isBusy = true
        defer { form.isBusy = false }
        do throws(WebcomError) {
            let formerName = try await contact.decodedValue(as: Person?.self)?.name ?? ""
            try await contact.merge(with: ["name": name, "formerName": formerName])
            form.show("stored")
        } catch {
            form.show("\(error)")
        }
    }
    // end of sample

    // sample: both promises
    static func greet(_ ada: Webcom.ServerlessDbNode, _ bob: Webcom.ServerlessDbNode, _ form: Form) {
        when(fulfilled: ada.get(), bob.get())
            .done { ada, bob in form.show("\(ada.childCount) and \(bob.childCount)") }
            .catch { error in form.show("\(error)") }
    }
    // end of sample

    // sample: both async
    static func greet(_ ada: DatasyncNode, _ bob: DatasyncNode, _ form: Form) async throws {
        async let first = ada.decodedValue(as: [String: String].self)
        async let second = bob.decodedValue(as: [String: String].self)
        try await form.show("\(first.count) and \(second.count)")
    }
    // end of sample

    // sample: many promises
    static func store(_ names: [String], in list: Webcom.ServerlessDbNode) -> Promise<[Webcom.ServerlessDbNode]> {
        when(fulfilled: names.map { list.push(["name": $0]) })
    }
    // end of sample

    // sample: many async
    static func store(_ names: [String], in list: DatasyncNode) async throws -> [DatasyncNode] {
        // All are written before any is awaited, so that they are sent in this order.
        let writes = names.map { list.promise.push(Person(name: $0)) }
        return try await when(fulfilled: writes).value.map(\.wrapped)
    }
    // end of sample

    // sample: loop of promises
    static func storeInTurn(_ names: [String], in list: Webcom.ServerlessDbNode) -> Promise<Void> {
        names.reduce(Promise.value(())) { previous, name in
            previous.then { list.push(["name": name]).asVoid() }
        }
    }
    // end of sample

    // sample: async loop
    static func storeInTurn(_ names: [String], in list: DatasyncNode) async throws(WebcomError) {
        for name in names { try await list.push(Person(name: name)) }
    }
    // end of sample

    // sample: recovery of promises
    static func number(at node: Webcom.ServerlessDbNode) -> Promise<Int> {
        node.get()
            .compactMap { $0.val() as? Int }
            .recover(only: PromiseError.missingValue) { _ in .value(0) }
    }
    // end of sample

    // sample: async recovery
    static func number(at node: DatasyncNode) async throws(WebcomError) -> Int {
        do {
            return try await node.decodedValue(as: Int.self)
        } catch  where error.code == .decodingFailed {
            return 0
        }
    }
    // end of sample

    // sample: retry of promises
    static func storeStubbornly(_ value: String, at node: Webcom.ServerlessDbNode, tries: Int = 3) -> Promise<Void> {
        node.set(value).recover { error in
            guard tries > 1 else { throw error }
            return after(.seconds(1)).then { storeStubbornly(value, at: node, tries: tries - 1) }
        }
    }
    // end of sample

    // sample: async retry
    static func storeStubbornly(
        _ value: String, at node: DatasyncNode, tries: Int = 3, clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        for _ in 1..<tries {
            do {
                return try await node.set(value)
            } catch {
                try await clock.sleep(for: .seconds(1))
            }
        }
        try await node.set(value)
    }
    // end of sample

    // sample: time limit
    static func valueSoon(of node: DatasyncNode) async throws -> DatasyncValue {
        try await node.promise.value().timeout(.seconds(5)).value
    }
    // end of sample

    // sample: race
    static func first(of nodes: [DatasyncNode]) async throws -> DatasyncValue? {
        try await withThrowingTaskGroup(of: DatasyncValue.self) { group in
            for node in nodes { group.addTask { try await node.value() } }
            defer { group.cancelAll() }
            return try await group.next()
        }
    }
    // end of sample

    // sample: bridges
    /// A promise for callers that are not migrated yet.
    static func total(of node: DatasyncNode) -> Promise<Int> {
        Promise { try await node.decodedValue(as: [String: Int].self).values.reduce(0, +) }
    }

    /// `await` for a promise of code that is not migrated yet.
    static func shownTotal(of node: DatasyncNode) async throws -> String {
        "\(try await total(of: node).value) in all"
    }
    // end of sample
}
