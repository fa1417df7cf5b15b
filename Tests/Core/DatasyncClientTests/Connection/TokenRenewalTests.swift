import Testing

@testable import DatasyncClient

/// The table of the pure renewal; times are in milliseconds, delays in seconds.
@Suite("Renewal of tokens")
struct TokenRenewalTests {
    private let expired = WebcomError(.expiredToken, "The token has expired.")
    private let invalid = WebcomError(.invalidToken, "The token is not valid.")
    private let failure = WebcomError(.unavailable, "The provider failed.")

    private func started(_ policy: ReconnectionPolicy = ReconnectionPolicy()) -> TokenRenewal {
        var renewal = TokenRenewal(policy)
        #expect(renewal.accept(.start, now: 0, random: 1) == [.fetch])
        return renewal
    }

    /// A renewal whose first token, which ends after 1,000 seconds, is accepted at time 0.
    private func accepted() -> TokenRenewal {
        var renewal = started()
        let actions = renewal.accept(.fetched("t1", expires: 1_000_000), now: 0, random: 1)
        #expect(actions == [.authenticate("t1", number: 1), .wait(800, timer: 2)])
        #expect(renewal.accept(.answered(1, nil), now: 0, random: 1) == [.complete(nil)])
        return renewal
    }

    @Test("the next token is fetched when a fifth of the time is left, at most five minutes before the end")
    func lead() {
        var renewal = accepted()
        #expect(renewal.accept(.timer(2), now: 800_000, random: 1) == [.fetch])
        let day = 86_400_000.0
        #expect(
            renewal.accept(.fetched("t2", expires: 800_000 + day), now: 800_000, random: 1)
                == [.authenticate("t2", number: 2), .wait(86_100, timer: 4)])
        #expect(renewal.accept(.answered(2, nil), now: 800_000, random: 1).isEmpty)
    }

    @Test("a token without an end is not renewed; a distant end is waited for in days")
    func ends() {
        var renewal = started()
        #expect(
            renewal.accept(.fetched("t", expires: nil), now: 0, random: 1) == [.authenticate("t", number: 1)])
        renewal = started()
        let actions = renewal.accept(.fetched("t", expires: 1e13), now: 0, random: 1)
        #expect(actions == [.authenticate("t", number: 1), .wait(86_400, timer: 2)])
        #expect(renewal.accept(.timer(2), now: 86_400_000, random: 1) == [.wait(86_400, timer: 3)])
        #expect(renewal.accept(.timer(2), now: 86_400_000, random: 1).isEmpty)
    }

    @Test("the first call fails with the error of the provider or of the back end, and nothing follows")
    func firstFailure() {
        var renewal = started()
        #expect(renewal.accept(.fetchFailed(failure), now: 0, random: 1) == [.complete(failure)])
        #expect(renewal.accept(.start, now: 0, random: 1).isEmpty)
        renewal = started()
        _ = renewal.accept(.fetched("t", expires: nil), now: 0, random: 1)
        #expect(renewal.accept(.answered(1, invalid), now: 0, random: 1) == [.complete(invalid)])
        #expect(renewal.accept(.rightsEnded(expired), now: 0, random: 1).isEmpty)
    }

    @Test("after the end of the rights the provider is called at once, then after growing delays")
    func rightsEnded() {
        var renewal = accepted()
        #expect(renewal.accept(.rightsEnded(expired), now: 5000, random: 1) == [.fetch])
        #expect(renewal.accept(.rightsEnded(expired), now: 5000, random: 1).isEmpty)
        #expect(
            renewal.accept(.fetchFailed(failure), now: 6000, random: 1) == [.report(failure), .wait(1, timer: 4)])
        #expect(renewal.accept(.timer(4), now: 7000, random: 1) == [.fetch])
        // The same error is reported once.
        #expect(renewal.accept(.fetchFailed(failure), now: 7000, random: 1) == [.wait(1.3, timer: 6)])
    }

    @Test("an end of the rights for another reason is left to the application")
    func otherEnd() {
        var renewal = accepted()
        let denied = WebcomError(.permissionDenied, "No.")
        #expect(renewal.accept(.rightsEnded(denied), now: 5000, random: 1).isEmpty)
    }

    @Test(
        "a token that expired before the back end saw it is replaced; any other refusal of a new token ends the renewal"
    )
    func refusals() {
        var renewal = started()
        _ = renewal.accept(.fetched("t1", expires: 1000), now: 0, random: 1)
        #expect(renewal.accept(.answered(1, expired), now: 2000, random: 1) == [.fetch])
        _ = renewal.accept(.fetched("t2", expires: 9000), now: 2000, random: 1)
        #expect(renewal.accept(.answered(1, nil), now: 2000, random: 1).isEmpty)
        #expect(renewal.accept(.answered(2, expired), now: 2000, random: 1) == [.complete(expired)])
    }

    @Test("a renewed token that is refused is reported; an unavailable back end is tried again")
    func laterRefusals() {
        var renewal = accepted()
        _ = renewal.accept(.timer(2), now: 800_000, random: 1)
        _ = renewal.accept(.fetched("t2", expires: nil), now: 800_000, random: 1)
        #expect(renewal.accept(.answered(2, failure), now: 800_000, random: 1) == [.report(failure), .fetch])
        _ = renewal.accept(.fetched("t3", expires: nil), now: 800_000, random: 1)
        #expect(renewal.accept(.answered(3, invalid), now: 800_000, random: 1) == [.report(invalid)])
        #expect(renewal.accept(.timer(2), now: 900_000, random: 1).isEmpty)
    }

    @Test("an answer that arrives while the next token is fetched counts")
    func answerWhileFetching() {
        var renewal = started()
        _ = renewal.accept(.fetched("t1", expires: 1_000_000), now: 0, random: 1)
        #expect(renewal.accept(.timer(2), now: 800_000, random: 1) == [.fetch])
        #expect(renewal.accept(.answered(1, nil), now: 800_001, random: 1) == [.complete(nil)])
        // The end of the rights needs no second fetch.
        #expect(renewal.accept(.rightsEnded(expired), now: 1_000_000, random: 1).isEmpty)
        #expect(
            renewal.accept(.fetched("t2", expires: nil), now: 1_000_001, random: 1)
                == [.authenticate("t2", number: 2)])
    }

    @Test("a fetch that fails while a token has no answer yet does not end the renewal")
    func failureWhileChecking() {
        var renewal = started()
        _ = renewal.accept(.fetched("t1", expires: 1_000_000), now: 0, random: 1)
        _ = renewal.accept(.timer(2), now: 800_000, random: 1)
        let actions = renewal.accept(.fetchFailed(failure), now: 800_000, random: 1)
        #expect(actions == [.report(failure), .fetch])
        #expect(renewal.accept(.answered(1, nil), now: 800_001, random: 1) == [.complete(nil)])
    }

    @Test("a stop completes a pending call, and ends everything")
    func stopped() {
        var renewal = started()
        #expect(renewal.accept(.stop, now: 0, random: 1).count == 1)
        #expect(renewal.accept(.fetched("t", expires: nil), now: 0, random: 1).isEmpty)
        renewal = accepted()
        #expect(renewal.accept(.stop, now: 0, random: 1).isEmpty)
    }
}
