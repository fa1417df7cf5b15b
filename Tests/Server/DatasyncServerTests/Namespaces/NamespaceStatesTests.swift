#if Server
    import DatasyncConcurrency
    import DatasyncLog
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Loading and eviction of namespaces, as a state machine")
    struct NamespaceStatesTests {
        private typealias States = NamespaceStates<Int>

        /// States with the effects that have not been executed.
        private struct Machine {
            var states = States(isLogged: true)
            var effects: [States.Effect] = []
            var now = 0.0
            private var lastServed = 0

            /// Uses a namespace like the shell.
            mutating func use(_ name: String) throws -> States.Item? {
                let name = try LogNamespace(name)
                var found = states.use(name, now: now)
                if case .absent = found {
                    lastServed += 1
                    found = states.add(name, lastServed, now: now, &effects)
                }
                return if case .served(let item) = found { item } else { nil }
            }

            mutating func end(_ item: States.Item) { states.endUse(item, now: now, &effects) }

            mutating func take() -> [String] {
                defer { effects = [] }
                return effects.map { effect in
                    switch effect {
                    case .load(let item): "load \(item.name) \(item.served)"
                    case .settle(let item, let attempt): "settle \(item.name) \(item.served) \(attempt)"
                    case .close(let item, _): "close \(item.name) \(item.served)"
                    case .forget(let item): "forget \(item.name) \(item.served)"
                    case .wake(let delay): "wake \(Int(delay))"
                    }
                }
            }

            mutating func loaded(_ item: States.Item, _ failure: String? = nil) {
                states.loaded(item, failure: failure, now: now, &effects)
            }

            mutating func wait(_ milliseconds: Double) {
                now += milliseconds
                states.timePassed(now: now, &effects)
            }

            mutating func settled(_ item: States.Item, _ attempt: Int, _ isSettled: Bool = true) {
                states.settled(item, attempt: attempt, isSettled: isSettled, now: now, &effects)
            }
        }

        @Test(
            "first uses at the same time load once; five minutes after the last use it is evicted, and then loaded again"
        )
        func life() throws {
            var machine = Machine()
            let item = try #require(try machine.use("a"))
            // Another request has found nothing either, and made a namespace.
            guard case .served(let other) = machine.states.add(item.name, 7, now: 0, &machine.effects) else {
                Issue.record("not served")
                return
            }
            #expect(other.served == item.served)
            #expect(machine.take() == ["load a 1", "forget a 7"])
            machine.end(item)
            machine.loaded(item)
            #expect(machine.take() == [])
            machine.now = 1_000
            machine.end(item)
            #expect(machine.take() == ["wake 300000"])
            machine.wait(299_999)
            #expect(machine.take() == ["wake 1000"])
            machine.wait(1_000)
            #expect(machine.take() == ["settle a 1 1"])
            machine.settled(item, 1)
            #expect(machine.take() == ["forget a 1"])
            #expect(try machine.use("a")?.served == 2)
            #expect(machine.take() == ["load a 2"])
        }

        @Test("a use during the eviction keeps the namespace; so does one whose outcome comes late")
        func usedWhileEvicted() throws {
            var machine = Machine()
            let item = try #require(try machine.use("a"))
            machine.loaded(item)
            machine.end(item)
            machine.wait(300_000)
            #expect(try machine.use("a")?.served == item.served)
            machine.end(item)
            _ = machine.take()
            machine.wait(300_000)
            #expect(machine.take() == ["settle a 1 2"])
            machine.settled(item, 1)
            #expect(machine.states.items.count == 1)
            machine.settled(item, 2, false)
            #expect(machine.take() == ["wake 300000"])
            #expect(machine.states.items.count == 1)
        }

        @Test(
            "a failed load is the answer for ten seconds, and then it is loaded again; the end of its uses has no effect"
        )
        func failedLoad() throws {
            var machine = Machine()
            let item = try #require(try machine.use("a"))
            machine.loaded(item, "damaged")
            #expect(machine.take() == ["load a 1", "forget a 1"])
            #expect(machine.states.failureCount == 1)
            machine.end(item)
            machine.now += 9_999
            guard case .failed("damaged") = machine.states.use(item.name, now: machine.now) else {
                Issue.record("not refused")
                return
            }
            machine.now += 1
            let second = try #require(try machine.use("a"))
            #expect(machine.take() == ["load a 2"])
            machine.end(item)
            machine.loaded(second)
            #expect(machine.take() == [] && machine.states.failureCount == 0)
        }

        @Test("eight namespaces are loaded at the same time, and 64 evicted; the others wait for their turn")
        func limits() throws {
            var machine = Machine()
            var items: [States.Item] = []
            for index in 0..<100 { items.append(try #require(try machine.use("\(index)"))) }
            #expect(machine.take().count == 8)
            for item in items {
                machine.loaded(item)
                machine.end(item)
            }
            #expect(machine.take().filter { $0.hasPrefix("load") }.count == 92)
            machine.wait(300_000)
            let settling = machine.take()
            #expect(settling.count == 65 && settling.last == "wake 1000")
            machine.wait(1_000)
            #expect(machine.take() == ["wake 1000"])
        }

        @Test("nothing uses a namespace that is being deleted; a failed deletion allows uses again")
        func deletion() throws {
            var machine = Machine()
            let item = try #require(try machine.use("a"))
            // It is deleted while it is loaded.
            let begins = [machine.states.beginDeletion(item), machine.states.beginDeletion(item)]
            #expect(begins == [true, false])
            guard case .isBeingDeleted = machine.states.use(item.name, now: 0) else {
                Issue.record("used")
                return
            }
            machine.loaded(item)
            machine.states.endDeletion(item, isDeleted: false, &machine.effects)
            #expect(try machine.use("a")?.served == 1)
            _ = machine.states.beginDeletion(item)
            machine.states.endDeletion(item, isDeleted: true, &machine.effects)
            #expect(machine.take() == ["load a 1", "close a 1"])
            machine.end(item)
            machine.end(item)
            #expect(machine.states.isNew(item.name))
            #expect(try machine.use("a")?.served == 2)
        }

        @Test("namespaces in memory are never evicted")
        func memory() throws {
            var machine = Machine()
            machine.states = States(isLogged: false)
            let item = try #require(try machine.use("a"))
            machine.end(item)
            machine.wait(1_000_000)
            #expect(machine.take() == [])
        }

        @Test(
            "in random histories no namespace in use is forgotten, none is there twice, and the limits hold",
            arguments: 0..<20)
        func random(_ salt: Int) throws {
            var generator = SeededGenerator(salt: UInt64(salt))
            var machine = Machine()
            var uses: [States.Item] = []
            var loads: [States.Item] = []
            var attempts: [(item: States.Item, attempt: Int)] = []
            var present: [LogNamespace: Int] = [:]
            for _ in 0..<2_000 {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<4:
                    if let item = try machine.use("\(Int.random(in: 0..<30, using: &generator))") { uses.append(item) }
                case 4..<7 where !uses.isEmpty:
                    machine.end(uses.remove(at: Int.random(in: 0..<uses.count, using: &generator)))
                case 7 where !loads.isEmpty:
                    let item = loads.remove(at: Int.random(in: 0..<loads.count, using: &generator))
                    let fails = Int.random(in: 0..<5, using: &generator) == 0
                    machine.loaded(item, fails ? "away" : nil)
                    if fails { uses.removeAll { $0.number == item.number } }
                case 8 where !attempts.isEmpty:
                    let attempt = attempts.remove(at: Int.random(in: 0..<attempts.count, using: &generator))
                    machine.settled(attempt.item, attempt.attempt, Bool.random(using: &generator))
                default: machine.wait(Double.random(in: 0..<200_000, using: &generator))
                }
                for effect in machine.effects {
                    switch effect {
                    case .load(let item):
                        #expect(present.updateValue(item.number, forKey: item.name) == nil)
                        loads.append(item)
                    case .settle(let item, let attempt):
                        #expect(!uses.contains { $0.number == item.number })
                        attempts.append((item, attempt))
                    case .forget(let item):
                        #expect(!uses.contains { $0.number == item.number })
                        if present[item.name] == item.number { present[item.name] = nil }
                    case .close, .wake: break
                    }
                }
                machine.effects = []
                #expect(loads.count <= States.loadLimit)
            }
        }
    }
#endif
