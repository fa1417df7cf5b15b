#if Postgres
    import TestSupport
    import Testing

    @testable import DatasyncPostgres

    @Suite("Connections between servers")
    struct HintStateTests {
        private let secret = [UInt8](repeating: 7, count: 32)
        private let challenge = [UInt8](0..<32)

        private func server(_ run: Int64, _ address: String = "") -> LogServer {
            LogServer(run: run, publicAddress: "", peerAddress: address, isDraining: false)
        }

        /// Returns a state of the run 1 that has accepted the connection -1.
        private func accepting() -> HintState {
            var state = HintState(isListening: true)
            #expect(state.found([server(2)], as: 1, secret: secret, now: 0).isEmpty)
            let accepted = state.handle(.accepted(-1, challenge: challenge), now: 0)
            #expect(accepted.effects == [.send(-1, HintProof.greeting(challenge))])
            return state
        }

        private func proof(_ secret: [UInt8], of caller: Int64 = 2, to called: Int64 = 1) -> [UInt8] {
            HintProof.bytes(for: challenge, of: caller, to: called, secret: secret)
        }

        /// Returns a state of the run 1 that has called the run 2 and proved who it is.
        private func calling() throws -> HintState {
            var state = HintState(isListening: true)
            #expect(state.found([server(2, "b:1")], as: 1, secret: secret, now: 0) == [.call(1, "b:1")])
            let answer = state.handle(.received(1, HintProof.greeting(challenge)), now: 0)
            #expect(answer.effects == [.send(1, proof(secret, of: 1, to: 2))])
            return state
        }

        @Test("[postgres 35] a caller that knows the secret is heard, and its hints arrive, however they are divided")
        func heard() throws {
            let hints = (1...50).map { Hint(namespace: $0, number: 1_000 - $0) }
            let bytes = proof(secret) + Hint.none.bytes + hints.flatMap(\.bytes)
            for seed in UInt64(1)...20 {
                var (state, random, found, offset) = (accepting(), SeededGenerator(seed: seed), [Hint](), 0)
                #expect(!state.hearsAll)
                while offset < bytes.count {
                    let count = min(bytes.count - offset, Int.random(in: 1...40, using: &random))
                    let result = state.handle(.received(-1, Array(bytes[offset..<offset + count])), now: 1)
                    #expect(result.effects.isEmpty)
                    found += result.hints
                    offset += count
                }
                #expect(found == hints, "seed \(seed)")
                #expect(state.hearsAll)
            }
        }

        @Test(
            "[postgres 36] a caller with another secret, for another server, or with another run is not heard",
            arguments: [0, 1, 2, 3])
        func refused(kind: Int) throws {
            var (state, bytes) = (accepting(), proof(secret))
            switch kind {
            case 0: bytes = proof([UInt8](repeating: 8, count: 32))
            case 1: bytes = proof(secret, to: 3)
            // A run that the code does not name.
            case 2: bytes[7] ^= 1
            default: bytes = proof(secret).map { _ in 0 }
            }
            let result = state.handle(.received(-1, bytes + Hint(namespace: 1, number: 1).bytes), now: 0)
            #expect(result.effects == [.hangUp(-1)] && result.hints.isEmpty)
            #expect(!state.hearsAll)
            let later = state.handle(.received(-1, proof(secret)), now: 0)
            #expect(later.effects.isEmpty && later.hints.isEmpty)
        }

        @Test("[postgres 36] before the secret is known, nobody is heard")
        func unknownSecret() {
            var state = HintState(isListening: true)
            _ = state.handle(.accepted(-1, challenge: challenge), now: 0)
            #expect(state.handle(.received(-1, proof([], to: 0)), now: 0).effects == [.hangUp(-1)])
        }

        @Test("[postgres 36] strangers are limited in number, and in time")
        func strangers() {
            var state = accepting()
            for number in 2...64 {
                #expect(
                    state.handle(.accepted(-number, challenge: challenge), now: 0).effects
                        == [.send(-number, HintProof.greeting(challenge))])
            }
            #expect(state.handle(.accepted(-65, challenge: challenge), now: 0).effects == [.hangUp(-65)])
            // A byte now and then gives nobody more time.
            #expect(state.handle(.received(-1, [1]), now: 4_999).effects.isEmpty)
            #expect(state.wakeTime == 5_000)
            #expect(Set(state.tick(now: 5_000)) == Set((1...64).map { .hangUp(-$0) }))
            #expect(state.wakeTime == nil)
        }

        @Test("[postgres 35] a server that is silent for two seconds is not heard any more")
        func silence() {
            var state = accepting()
            _ = state.handle(.received(-1, proof(secret)), now: 0)
            _ = state.handle(.received(-1, Hint.none.bytes), now: 1_500)
            #expect(state.tick(now: 3_499).isEmpty && state.hearsAll)
            #expect(state.tick(now: 3_500) == [.hangUp(-1)] && !state.hearsAll)
        }

        @Test("[postgres 35] a server without a peer address, or before its first renewal, hears nobody")
        func notListening() {
            var state = HintState(isListening: false)
            _ = state.found([], as: 1, secret: secret, now: 0)
            #expect(!state.hearsAll)
            state = HintState(isListening: true)
            #expect(!state.hearsAll)
            _ = state.found([], as: 1, secret: secret, now: 0)
            #expect(state.hearsAll)
            _ = state.found([server(2)], as: 1, secret: secret, now: 0)
            #expect(!state.hearsAll)
        }

        @Test("[postgres 35] hints wait for what is being sent, the newest number of each namespace")
        func joined() throws {
            var state = try calling()
            #expect(state.committed([Hint(namespace: 5, number: 1)], now: 0).isEmpty)
            #expect(state.committed([Hint(namespace: 5, number: 2)], now: 0).isEmpty)
            #expect(state.handle(.sent(1), now: 0).effects == [.send(1, Hint(namespace: 5, number: 2).bytes)])
            #expect(state.handle(.sent(1), now: 0).effects.isEmpty)
            #expect(
                state.committed([Hint(namespace: 6, number: 1)], now: 10)
                    == [.send(1, Hint(namespace: 6, number: 1).bytes)])
            _ = state.handle(.sent(1), now: 10)
            #expect(state.wakeTime == 510)
            #expect(state.tick(now: 510) == [.send(1, Hint.none.bytes)])
        }

        @Test("[postgres 35] a server that does not read is called again, and its hints are bounded")
        func slow() throws {
            var state = try calling()
            let hints = (1...10_000).map { Hint(namespace: $0, number: 1) }
            #expect(state.committed(hints, now: 0).isEmpty)
            #expect(state.committed([Hint(namespace: 10_001, number: 1)], now: 0) == [.hangUp(1)])
            #expect(state.tick(now: 999).isEmpty)
            #expect(state.tick(now: 1_000) == [.call(2, "b:1")])
            var other = try calling()
            #expect(other.tick(now: 2_499).isEmpty && other.wakeTime == 2_500)
            #expect(other.tick(now: 2_500) == [.hangUp(1)])
        }

        @Test(
            "[postgres 35] a server that does not answer, says something else, or is gone is called again after a second"
        )
        func again() throws {
            var state = HintState(isListening: true)
            _ = state.found([server(2, "b:1")], as: 1, secret: secret, now: 0)
            #expect(state.tick(now: 5_000) == [.hangUp(1)])
            #expect(state.tick(now: 6_000) == [.call(2, "b:1")])
            let nonsense = [UInt8](repeating: 1, count: HintProof.greetingSize)
            #expect(state.handle(.received(2, nonsense), now: 6_000).effects == [.hangUp(2)])
            #expect(state.tick(now: 7_000) == [.call(3, "b:1")])
            #expect(state.handle(.closed(3), now: 7_000).effects == [.hangUp(3)])
            // A server that has left the list is not called again.
            #expect(state.found([], as: 1, secret: secret, now: 7_500).isEmpty)
            #expect(state.tick(now: 8_000).isEmpty && state.wakeTime == nil)
        }

        @Test("[postgres 35] the next run of a server, and another address, need new connections")
        func replaced() throws {
            var state = try calling()
            #expect(
                state.found([server(2, "b:2")], as: 1, secret: secret, now: 10) == [.hangUp(1), .call(2, "b:2")])
            #expect(
                state.found([server(2, "b:2")], as: 9, secret: secret, now: 20) == [.hangUp(2), .call(3, "b:2")])
            #expect(state.found([server(2, "b:2")], as: 9, secret: secret, now: 30).isEmpty)
        }
    }
#endif
