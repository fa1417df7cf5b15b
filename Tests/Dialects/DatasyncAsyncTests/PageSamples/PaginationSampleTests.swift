import DatasyncAsync
import Testing

/// The samples of the page on constraints and pages.
@Suite("Samples of the page Pagination", .timeLimit(.minutes(30)))
struct PaginationSampleTests {
    let backend = EmbeddedBackend()
    let manager: DatasyncManager
    let otherManager: DatasyncManager
    let messages: DatasyncNode
    let otherMessages: DatasyncNode

    init() throws {
        try backend.setData(["messages": ["a": "one", "b": "two", "c": "three", "d": "four", "e": "five"]])
        let configuration = WebcomConfiguration(identifier: "chat", platform: .embedded(in: backend))
        manager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        otherManager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        (messages, otherMessages) = (manager["messages"], otherManager["messages"])
    }

    @Test("a constraint limits the children of a sequence")
    func latest() async throws {
        // sample: latest
        for try await rows in messages.children(as: String.self, childrenConstraint: .last(limit: 2)) {
            #expect(rows.map(\.value) == ["four", "five"])
            break
        }
        // end of sample
    }

    @Test("each constraint selects its range of keys")
    func constraints() async throws {
        let expected: [(DatasyncChildrenConstraint, String)] = [
            (.all, "abcde"), (.first(limit: 2), "ab"), (.last(limit: 2), "de"), (.startAt(key: "c"), "cde"),
            (.startAt(key: "c", limit: 2), "cd"), (.endAt(key: "c"), "abc"), (.endAt(key: "c", limit: 2), "bc"),
            (.between(from: "b", to: "d"), "bcd"),
        ]
        for (constraint, keys) in expected {
            let value = try await messages.value(childrenConstraint: constraint)
            #expect(value.keyedChildren.map { $0.key }.joined() == keys, "\(constraint)")
        }
    }

    @Test("a constraint can order the children by value")
    func order() async throws {
        // sample: order
        for try await rows in messages.children(
            as: String.self, childrenConstraint: .ordered(by: .value, from: "o", first: 2))
        {
            #expect(rows.map(\.value) == ["one", "three"])
            break
        }
        // end of sample
        let value = try await messages.value(childrenConstraint: .ordered(by: .value, last: 3))
        #expect(value.keyedChildren.map { $0.key } == ["a", "c", "b"])
    }

    @Test("the next child enters a window when one leaves it")
    func window() async throws {
        // sample: window
        var lists = messages.children(as: String.self, childrenConstraint: .first(limit: 2)).makeAsyncIterator()
        #expect(try await lists.next()?.map(\.key) == ["a", "b"])
        try await otherMessages["a"].clear()
        #expect(try await lists.next()?.map(\.key) == ["b", "c"])
        // end of sample
    }

    @Test("a page starts at the last key of the page before")
    func pages() async throws {
        // sample: pages
        let first = try await messages.value(childrenConstraint: .first(limit: 2)).keyedChildren
        #expect(first.map { $0.key } == ["a", "b"])

        let last = try #require(first.last?.key)
        let next = try await messages.value(childrenConstraint: .startAt(key: last, limit: 3)).keyedChildren
        #expect(next.drop { $0.key == last }.map { $0.key } == ["c", "d"])
        // end of sample
    }

    @Test("a live collection loads page after page")
    func collection() async throws {
        // sample: live collection
        let collection = messages.liveCollection(of: String.self, pageSize: 2)
        var counts: [Int] = []
        for await page in collection.updates {
            guard page.loadingStatus == .loaded else { continue }
            counts.append(page.models.count)
            if page.hasMore { collection.nextPage() } else { break }
        }
        #expect(counts == [2, 4, 5])
        // end of sample
    }

    @Test("a limit below 1 fails")
    func limit() async throws {
        // sample: limit
        let error = await #expect(throws: WebcomError.self) {
            try await messages.value(childrenConstraint: .first(limit: 0))
        }
        #expect(error?.code == .invalidConstraint)
        // end of sample
    }
}
