#if Server
    import DatasyncTree
    import Testing

    @testable import DatasyncServer

    @Suite("The choice of servers")
    struct PlacementTests {
        private static let servers = ["a.example:9000", "b.example:9000", "c.example:9000"]
        private static let names = (0..<3_000).map { "n\($0)" }

        @Test(
            "[placement 1] the function never changes, and the order of the servers does not matter",
            arguments: [("default", "b"), ("shop", "b"), ("contacts", "c"), ("chat", "b"), ("é", "c"), ("n7", "c")])
        func stable(namespace: String, server: String) {
            #expect(Placement.number(of: "a.example:9000", for: "default") == 0x3fe0_a723_876f_5238)
            let expected = "\(server).example:9000"
            #expect(Placement.preferred(namespace, among: Self.servers) == expected)
            #expect(Placement.preferred(namespace, among: Self.servers.reversed()) == expected)
        }

        @Test("[placement 1] servers get equal shares, and only the namespaces of a server that leaves change theirs")
        func shares() {
            let before = Self.names.map { Placement.preferred($0, among: Self.servers) }
            for server in Self.servers {
                let count = before.count { $0 == server }
                #expect((900...1_100).contains(count), "\(server) has \(count)")
                let others = Self.servers.filter { $0 != server }
                for (name, earlier) in zip(Self.names, before) {
                    let now = Placement.preferred(name, among: others)
                    #expect(earlier == server ? now.map(others.contains) == true : now == earlier)
                }
            }
            #expect(Placement.preferred("default", among: []) == nil)
        }

        @Test("[placement 2] one redirect a minute for each address, in a bounded memory")
        func limit() {
            var limit = RedirectLimit()
            func allows(_ address: String, now: Double) -> Bool { limit.allows(address, now: now) }
            #expect(allows("a", now: 0))
            #expect(allows("b", now: 30_000))
            #expect(!allows("a", now: 59_999))
            #expect(allows("a", now: 60_000))
            #expect(!allows("b", now: 89_999))
            #expect(allows("b", now: 90_000))
            #expect(!allows("b", now: 149_999))
            let count = (0..<20_000).count { allows("client \($0)", now: 1_000_000) }
            #expect(count == 10_000)
            #expect(allows("client 0", now: 1_060_000))
        }

        @Test("[placement 4] the list may include the server itself, in any case; a server with peers needs an address")
        func configured() throws {
            var configuration = ServerConfiguration(port: 0)
            configuration.peers = ["A.example:9000", "b.example:9000"]
            #expect(throws: ServerError.self) { try configuration.check() }
            configuration.publicAddress = "a.example:9000"
            try configuration.check()
            let peers = ListedPeers(configuration)
            #expect(peers.own == "a.example:9000" && peers.others == ["b.example:9000"])
            for wrong in ["https://b.example", "me@b.example", "b.example/path", "b example", ""] {
                configuration.peers = [wrong]
                #expect(throws: ServerError.self) { try configuration.check() }
            }
        }
    }

    @Suite("The plan of a drain")
    struct DrainPlanTests {
        private func sessions(_ ids: ClosedRange<Int>, leaving: Int = 0) -> [DrainPlan.Session] {
            ids.map { DrainPlan.Session(id: $0, isLeaving: $0 <= leaving) }
        }

        @Test("[placement 10] each step moves as many sessions as may leave in a second, the oldest first")
        func batches() {
            var plan = DrainPlan(rate: 2, limit: .seconds(60))
            func step(
                _ number: Int, _ sessions: [DrainPlan.Session], hasOthers: Bool = true, now: Double
            ) -> DrainPlan.Step? { plan.step(number, sessions, hasOthers: hasOthers, now: now) }
            #expect(step(0, sessions(1...5), now: 0) == nil)
            let begun = [plan.begin(now: 0), plan.begin(now: 1)]
            #expect(begun == [true, false] && plan.isDraining)
            #expect(step(1, sessions(1...5).reversed(), now: 0) == .move([1, 2]))
            #expect(step(1, sessions(1...5, leaving: 2), now: 1_000) == .move([3, 4]))
            #expect(step(1, sessions(3...5, leaving: 4), now: 2_000) == .move([5]))
            #expect(step(1, sessions(5...5, leaving: 5), now: 3_000) == DrainPlan.Step.none)
            #expect(step(1, [], now: 4_000) == .report)
            #expect(step(1, [], now: 5_000) == DrainPlan.Step.none)
        }

        @Test("[placement 10] without another server sessions stay until the limit, and move when one appears")
        func alone() {
            var plan = DrainPlan(rate: 10, limit: .seconds(60))
            func step(
                _ number: Int, _ sessions: [DrainPlan.Session], hasOthers: Bool = true, now: Double
            ) -> DrainPlan.Step? { plan.step(number, sessions, hasOthers: hasOthers, now: now) }
            _ = plan.begin(now: 5_000)
            #expect(step(1, sessions(1...2), hasOthers: false, now: 64_999) == DrainPlan.Step.none)
            #expect(step(1, sessions(1...2), now: 64_999) == .move([1, 2]))
            #expect(step(1, sessions(1...2, leaving: 2), now: 65_000) == .end([1, 2]))
        }

        @Test("[placement 12] a drain that was taken back takes no more steps; the next one reports again")
        func undone() {
            var plan = DrainPlan(rate: 10, limit: .seconds(60))
            func step(
                _ number: Int, _ sessions: [DrainPlan.Session], hasOthers: Bool = true, now: Double
            ) -> DrainPlan.Step? { plan.step(number, sessions, hasOthers: hasOthers, now: now) }
            let ends = [plan.end(), plan.begin(now: 0)]
            #expect(ends == [false, true])
            #expect(step(1, [], now: 0) == .report)
            let isOver = plan.end()
            #expect(isOver && !plan.isDraining)
            #expect(step(1, sessions(1...2), now: 1_000) == nil)
            _ = plan.begin(now: 90_000)
            #expect(step(1, sessions(1...2), now: 90_000) == nil)
            #expect(step(3, sessions(1...1), now: 90_000) == .move([1]))
            #expect(step(3, [], now: 91_000) == .report)
        }

        @Test("[placement 9] new clients are sent elsewhere at the same rate")
        func arrivals() {
            var plan = DrainPlan(rate: 2, limit: .seconds(60))
            let times: [Double] = [0, 1, 2, 999, 1_000, 1_001, 1_002]
            let admitted = times.map { plan.admitsRedirect(now: $0) }
            #expect(admitted == [true, true, false, false, true, true, false])
        }
    }
#endif
