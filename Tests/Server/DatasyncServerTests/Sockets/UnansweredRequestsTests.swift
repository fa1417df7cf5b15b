#if Server
    import Testing

    @testable import DatasyncServer

    @Suite("Requests without a response")
    struct UnansweredRequestsTests {
        @Test("the server stops reading above 1 MiB, and reads again at half of it")
        func pauses() {
            var requests = UnansweredRequests()
            let pauses = [250_000, 250_000, 250_000, 250_000, 100_000, 100_000].enumerated().map { index, size in
                requests.add(index + 1, byteCount: size)
            }
            // It has stopped already when the last one comes.
            #expect(pauses == [false, false, false, false, true, false])
            let answers = [1, 2, 9, 3, 4, 5, 6].map { requests.remove($0) }
            #expect(answers.map(\.byteCount) == [250_000, 250_000, 0, 250_000, 250_000, 100_000, 100_000])
            #expect(answers.map(\.hasCaughtUp) == [false, false, false, true, false, false, false])
        }

        @Test("small requests count with their memory")
        func small() {
            var requests = UnansweredRequests()
            let first = (1...10_000).first { requests.add($0, byteCount: 40) }
            #expect(first == (1 << 20) / 552 + 1)
        }

        @Test("one response answers one of the requests with its number")
        func sameNumber() {
            var requests = UnansweredRequests()
            let pauses = (1...5).map { _ in requests.add(1, byteCount: 300_000) }
            #expect(pauses == [false, false, false, true, false])
            let answers = (1...6).map { _ in requests.remove(1) }
            #expect(answers.map(\.byteCount) == [300_000, 300_000, 300_000, 300_000, 300_000, 0])
            #expect(answers.map(\.hasCaughtUp) == [false, false, false, true, false, false])
        }
    }
#endif
