import DatasyncConcurrency
import DatasyncEngine

/// The provider of an application's tokens; it is called whenever the client needs a new one.
final class TokenSource: Sendable {
    typealias Provider = @Sendable () async throws -> String

    private struct Core: Sendable {
        var renewal: TokenRenewal
        var fetch: Task<Void, Never>?
        var stopObserving: (@Sendable () -> Void)?
    }

    private let core: Guarded<Core>
    private let provider: Provider
    private let completion: @Sendable (WebcomError?) -> Void
    private let clock: @Sendable () -> Double
    private let random: @Sendable () -> UInt64
    private let runLater: ReconnectingLink.Timer
    private weak let client: Client?
    private let signIn: Int

    /// Makes a source; ``start()`` calls the provider.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - signIn: The number of the sign-in. With it the engine ignores tokens that a later call supersedes.
    ///   - provider: Returns a token.
    ///   - policy: The delays between attempts after a failure.
    ///   - clock: The time in milliseconds since the Unix epoch.
    ///   - random: The source of random bits.
    ///   - runLater: Runs a closure after a number of seconds.
    ///   - completion: Called with `nil` when the back end has accepted the first token, otherwise with the error.
    init(
        _ client: Client, signIn: Int, _ provider: @escaping Provider,
        policy: ReconnectionPolicy = ReconnectionPolicy(),
        clock: @escaping @Sendable () -> Double = SystemClock.milliseconds,
        random: @escaping @Sendable () -> UInt64 = SystemClock.randomBits,
        runLater: @escaping ReconnectingLink.Timer = SystemExecutor.runLater,
        completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        core = Guarded(Core(renewal: TokenRenewal(policy)))
        self.provider = provider
        self.completion = completion
        self.clock = clock
        self.random = random
        self.runLater = runLater
        self.client = client
        self.signIn = signIn
    }

    /// Calls the provider for the first token; the client must retain the source.
    func start() {
        let stop = client?.observeSignIn { [weak self] status in
            if case .signedOut(let error?) = status { self?.accept(.rightsEnded(WebcomError(error))) }
        }
        core.withLock { $0.stopObserving = stop }
        accept(.start)
    }

    /// Ends the renewal and cancels a running call of the provider.
    func stop() {
        accept(.stop)
        let (fetch, stopObserving) = core.withLock { core in
            defer { core.stopObserving = nil }
            return (core.fetch.take(), core.stopObserving)
        }
        fetch?.cancel()
        stopObserving?()
    }

    private func accept(_ input: TokenRenewal.Input) {
        let (now, random) = (clock(), random().unitInterval)
        for action in core.withLock({ $0.renewal.accept(input, now: now, random: random) }) { perform(action) }
    }

    private func perform(_ action: TokenRenewal.Action) {
        switch action {
        case .fetch:
            let fetch = Task { [weak self, provider] in
                let input = await Self.fetch(provider)
                self?.accept(input)
            }
            let last = core.withLock { core in
                defer { core.fetch = fetch }
                return core.fetch
            }
            // Released here, outside the lock.
            _ = last
        case .authenticate(let token, let number):
            client?.engine.authenticate(token, of: signIn) { [weak self] result in
                if case .failure(let error) = result {
                    self?.accept(.answered(number, WebcomError(error)))
                } else {
                    self?.accept(.answered(number, nil))
                }
            }
        case .wait(let seconds, let timer): runLater(seconds) { [weak self] in self?.accept(.timer(timer)) }
        case .complete(let error): completion(error)
        case .report(let error): client?.diagnose(error)
        }
    }

    private static func fetch(_ provider: Provider) async -> TokenRenewal.Input {
        do {
            let token = try await provider()
            return .fetched(token, expires: TokenClaims(token)?.expires)
        } catch let error as WebcomError {
            return .fetchFailed(error)
        } catch {
            return .fetchFailed(
                WebcomError(
                    .unavailable, "The token provider failed: \(error). The client signs in when it returns a token."))
        }
    }
}
