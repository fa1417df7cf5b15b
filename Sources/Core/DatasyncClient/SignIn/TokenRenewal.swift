/// The renewal of a user's tokens: when to call the provider, and when to send a token.
///
/// A pure state machine: callers pass in the times and random numbers.
///
/// ```
///            token is sent               accepted
///  none ──────────────────▶ checking ──────────────▶ accepted
///    ▲                         │ expired                │ the back end ends the rights
///    └─────────────────────────┘◀───────────────────────┘      any ── refused, or superseded ──▶ ended
/// ```
///
/// The next token is fetched at once when the last one has ended, or shortly before the current one expires.
struct TokenRenewal: Sendable {
    enum Input: Sendable {
        case start
        /// The provider has returned a token; its end is in milliseconds since the Unix epoch.
        case fetched(String, expires: Double?)
        case fetchFailed(WebcomError)
        /// The response to the sign-in with this number; the error is `nil` if the back end accepted the token.
        case answered(Int, WebcomError?)
        /// The back end has ended the user's rights.
        case rightsEnded(WebcomError)
        case timer(Int)
        case stop
    }

    enum Action: Sendable, Equatable {
        /// Call the provider.
        case fetch
        /// Send a token; the response names the number.
        case authenticate(String, number: Int)
        /// Accept `.timer` after a number of seconds.
        case wait(Double, timer: Int)
        /// Complete the application's call.
        case complete(WebcomError?)
        /// Report a renewal error to the diagnostics.
        case report(WebcomError)
    }

    /// The last token.
    private enum Token: Sendable {
        case none
        case checking(expires: Double?)
        case accepted
    }

    /// The part of a token's lifetime that is left when the next token is fetched.
    private static let shareLeft = 0.2
    /// The longest time before a token's end at which the next one is fetched, in milliseconds.
    private static let longestLead = 300_000.0
    /// The longest delay of a timer, in seconds: one day, after which the timer waits for the rest.
    private static let longestDelay = 86_400.0

    private var token = Token.none
    private var isFetching = false
    private var hasEnded = false
    private var retries: ReconnectionSchedule
    /// The numbers of the last sign-in and the last timer; earlier ones are ignored.
    private var number = 0
    private var timer = 0
    /// The time of the next fetch, in milliseconds.
    private var renewal: Double?
    private var isCompleted = false
    private var lastReport: WebcomError?

    init(_ policy: ReconnectionPolicy) { retries = ReconnectionSchedule(policy) }

    /// Handles an input.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - now: The current time, in milliseconds since the Unix epoch.
    ///   - random: A number from 0 to 1.
    /// - Returns: The actions to perform, in order.
    mutating func accept(_ input: Input, now: Double, random: Double) -> [Action] {
        if hasEnded { return [] }
        switch input {
        case .start: return fetch()
        case .fetched(let text, let expires):
            isFetching = false
            number += 1
            token = .checking(expires: expires)
            return [.authenticate(text, number: number)] + scheduleRenewal(expires, now: now)
        case .fetchFailed(let error):
            isFetching = false
            // If a token was sent, its response ends the application's call.
            if !isCompleted, case .none = token { return end(with: error) }
            return report(error) + retry(now: now, random: random)
        case .answered(let number, let error): return number == self.number ? answered(error, now: now, random) : []
        case .rightsEnded(let error):
            guard case .accepted = token, [.expiredToken, .invalidToken].contains(error.code) else { return [] }
            token = .none
            return retry(now: now, random: random)
        case .timer(let timer):
            guard timer == self.timer else { return [] }
            if let renewal, renewal > now { return wait(until: renewal, now: now) }
            return fetch()
        case .stop: return end(with: isCompleted ? nil : .superseded)
        }
    }

    private mutating func answered(_ error: WebcomError?, now: Double, _ random: Double) -> [Action] {
        guard case .checking(let expires) = token else { return [] }
        guard let error else {
            token = .accepted
            lastReport = nil
            retries.connected(at: now)
            return complete(nil)
        }
        token = .none
        // The token may have expired while there was no connection.
        if error.code == .expiredToken, let expires, expires <= now { return retry(now: now, random: random) }
        if isCompleted, error.code == .unavailable { return report(error) + retry(now: now, random: random) }
        return end(with: error)
    }

    /// Ends the renewal; the error completes the application's call, or is reported if the call is already complete.
    private mutating func end(with error: WebcomError?) -> [Action] {
        hasEnded = true
        guard let error else { return [] }
        return isCompleted ? report(error) : complete(error)
    }

    private mutating func fetch() -> [Action] {
        if isFetching { return [] }
        isFetching = true
        timer += 1
        return [.fetch]
    }

    /// Fetches the next token after the policy's delay, unless a fetch is already running.
    private mutating func retry(now: Double, random: Double) -> [Action] {
        if isFetching { return [] }
        let delay = retries.delay(afterEndAt: now, random: random)
        return delay == 0 ? fetch() : wait(until: now + delay * 1000, now: now)
    }

    private mutating func scheduleRenewal(_ expires: Double?, now: Double) -> [Action] {
        guard let expires, expires > now else { return [] }
        let lead = min(Self.longestLead, (expires - now) * Self.shareLeft)
        return wait(until: expires - lead, now: now)
    }

    private mutating func wait(until time: Double, now: Double) -> [Action] {
        timer += 1
        renewal = time
        return [.wait(min(Self.longestDelay, max(0, time - now) / 1000), timer: timer)]
    }

    private mutating func complete(_ error: WebcomError?) -> [Action] {
        defer { isCompleted = true }
        return isCompleted ? [] : [.complete(error)]
    }

    private mutating func report(_ error: WebcomError) -> [Action] {
        defer { lastReport = error }
        return lastReport == error ? [] : [.report(error)]
    }
}

extension WebcomError {
    fileprivate static let superseded = WebcomError(
        .cancelled,
        "The sign-in was superseded by a later one, or by a sign-out, before the back end accepted its token.")
}
