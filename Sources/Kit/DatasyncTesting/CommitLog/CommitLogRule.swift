import DatasyncLog

/// One rule of a ``CommitLogSuite``.
struct CommitLogRule: Sendable {
    let name: String
    /// Whether the rule makes an append fail.
    var needsFailure = false
    let run: @Sendable (CommitLogBench) async throws -> Void

    static let all = appending + following + failing + snapshots

    /// Returns the namespace that most rules use.
    static func shop() throws -> LogNamespace { try LogNamespace("shop") }

    private static let appending = [
        CommitLogRule(name: "records have the order of the appends") { bench in
            let follower = bench.follow(try shop())
            for number in 1...50 {
                bench.append(["\(number)"], to: try shop())
                if number % 10 == 0 {
                    try await follower.wait(for: number)
                    try await bench.step()
                }
            }
            try await follower.wait(for: 50)
            try require(follower.texts, (1...50).map(String.init), "the records")
            try require(follower.records.first?.position.number, 1, "the number of the first record")
        },
        CommitLogRule(name: "the entries of an append stay together and keep their content") { bench in
            let entries = [
                LogEntry(run: .max, session: 7, client: .max, number: .max, body: []),
                LogEntry(run: 0, session: 0, client: nil, number: 0, body: (0...255).map { UInt8($0) }),
                LogEntry(run: 1, session: 2, client: 3, number: 4, body: [UInt8](repeating: 5, count: 100_000)),
            ]
            let follower = bench.follow(try shop())
            bench.append(entries, to: try shop(), as: "entries")
            try await follower.wait(for: 3)
            try await bench.step()
            let late = bench.follow(try shop())
            try await late.wait(for: 3)
            try require(follower.records.map(\.entry) == entries, true, "whether the entries are the same")
            try require(late.records == follower.records, true, "whether a late follower has the same records")
            try require(bench.lostCount("entries"), 0, "the number of reports that the append is lost")
        },
        CommitLogRule(name: "an append without entries has no effect") { bench in
            let follower = bench.follow(try shop())
            bench.append([String](), to: try shop())
            bench.append(["1"], to: try shop())
            try await follower.wait(for: 1)
            try await bench.step()
            try require(follower.records.map(\.position.number), [1], "the numbers")
        },
        CommitLogRule(name: "namespaces have numbers of their own") { bench in
            let names = try ["shop", "shop2", "\u{E9}", "e\u{301}"].map { name in try LogNamespace(name) }
            let followers = names.map { bench.follow($0) }
            for (index, name) in names.enumerated() {
                for number in 0...index { bench.append(["\(name) \(number)"], to: name) }
            }
            for (index, follower) in followers.enumerated() { try await follower.wait(for: index + 1) }
            try await bench.step()
            for (index, follower) in followers.enumerated() {
                try require(follower.texts, (0...index).map { "\(names[index]) \($0)" }, "the records")
            }
        },
        CommitLogRule(name: "an append made while receiving is delivered later") { bench in
            let follower = bench.follow(try shop())
            follower.onEvent { event in
                guard case .records(let records) = event, let last = records.last, last.position.number < 100 else {
                    return
                }
                bench.append(["\(last.position.number + 1)"], to: follower.namespace)
            }
            bench.append(["1"], to: try shop())
            try await follower.wait(for: 100)
            try await bench.step()
            try require(follower.texts, (1...100).map(String.init), "the records")
        },
        CommitLogRule(name: "the appends of each of many threads keep their order") { bench in
            let (threads, each) = (8, 100)
            let follower = bench.follow(try shop())
            await withTaskGroup { group in
                for thread in 0..<threads {
                    group.addTask {
                        for number in 0..<each {
                            bench.append(["\(number)"], to: follower.namespace, session: UInt64(thread))
                        }
                    }
                }
            }
            try await follower.wait(for: threads * each)
            try await bench.step()
            let late = bench.follow(try shop())
            try await late.wait(for: threads * each)
            try require(late.records == follower.records, true, "whether two followers have the same records")
            for thread in 0..<threads {
                let own = follower.records.filter { $0.entry.session == UInt64(thread) }.map { $0.entry.body }
                try require(
                    own == (0..<each).map { Array("\($0)".utf8) }, true, "whether thread \(thread) is in order")
            }
        },
    ]

    private static let following = [
        CommitLogRule(name: "a follower receives exactly the records after its position") { bench in
            let first = bench.follow(try shop())
            for number in 1...20 { bench.append(["\(number)"], to: try shop()) }
            try await first.wait(for: 20)
            try await bench.step()
            for index in [0, 7, 18, 19] {
                let follower = bench.follow(try shop(), after: first.records[index].position)
                try await follower.wait(for: 19 - index)
                bench.append(["more"], to: try shop())
                try await follower.wait(for: 20 - index)
                try require(
                    follower.texts.first, index < 19 ? "\(index + 2)" : "more",
                    "the first record after number \(index + 1)")
                follower.cancel()
                try await bench.step()
            }
        },
        CommitLogRule(name: "all followers receive the same records") { bench in
            let followers = [bench.follow(try shop()), bench.follow(try shop())]
            for number in 1...10 { bench.append(["\(number)"], to: try shop()) }
            for follower in followers { try await follower.wait(for: 10) }
            try await bench.step()
            let late = bench.follow(try shop())
            try await late.wait(for: 10)
            for follower in followers { try require(follower.records == late.records, true, "equality") }
        },
        CommitLogRule(name: "a follower can be added while receiving") { bench in
            let first = bench.follow(try shop())
            let second = CommitLogFollower(try shop(), after: nil, timeout: bench.suite.timeout)
            first.onEvent { event in
                if case .records(let records) = event, records.first?.position.number == 1 { second.follow(bench.log) }
            }
            for number in 1...5 { bench.append(["\(number)"], to: try shop()) }
            try await first.wait(for: 5)
            try await second.wait(for: 5)
            try require(second.texts, first.texts, "the records")
            second.cancel()
        },
        CommitLogRule(name: "a position of another incarnation or in the future must reload") { bench in
            let first = bench.follow(try shop())
            bench.append(["1"], to: try shop())
            try await first.wait(for: 1)
            try await bench.step()
            let incarnation = first.records[0].position.incarnation
            for position in [
                LogPosition(incarnation: incarnation, number: 2), LogPosition(incarnation: incarnation, number: .max),
                LogPosition(incarnation: incarnation + 1, number: 1),
                LogPosition(incarnation: incarnation - 1, number: 1),
            ] {
                let follower = bench.follow(try shop(), after: position)
                try await follower.wait(for: 1)
                try require(follower.mustReload, true, "whether a follower after \(position) must reload")
                try require(follower.records.isEmpty, true, "whether it received no records")
                follower.cancel()
            }
        },
        CommitLogRule(name: "a cancelled subscription receives nothing more") { bench in
            let first = bench.follow(try shop())
            let second = bench.follow(try shop())
            bench.append(["1"], to: try shop())
            try await first.wait(for: 1)
            try await second.wait(for: 1)
            second.cancel()
            second.cancel()
            bench.append(["2"], to: try shop())
            try await first.wait(for: 2)
            try await bench.step()
            try require(second.texts, ["1"], "the records of the cancelled subscription")
        },
        CommitLogRule(name: "a subscription can be cancelled while receiving") { bench in
            let follower = bench.follow(try shop())
            follower.onEvent { _ in follower.cancel() }
            bench.append(["1"], to: try shop())
            try await follower.wait(for: 1)
            let late = bench.follow(try shop())
            bench.append(["2"], to: try shop())
            try await late.wait(for: 2)
            try require(follower.texts, ["1"], "the records of the cancelled subscription")
        },
    ]
}
