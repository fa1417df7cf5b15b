import DatasyncConcurrency
import DatasyncWire

/// The gate for a connection's messages: those behind a credential wait until it has been checked.
///
/// The owner sends one message at a time, so a message that does not wait needs no place in the queue.
final class SignInGate: Sendable {
    private struct State: Sendable {
        var waiting = Fifo<ClientMessage>()
        /// Whether a credential is being checked, or messages behind it are being passed on.
        var isBusy = false
    }

    private let check: SignInCheck
    private let pass: @Sendable (ClientMessage, SignInDecision?) -> Void
    private let state = Guarded(State())

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - check: Decides about credentials.
    ///   - pass: Receives each message, in order, with the decision about its credential.
    init(_ check: @escaping SignInCheck, pass: @escaping @Sendable (ClientMessage, SignInDecision?) -> Void) {
        self.check = check
        self.pass = pass
    }

    func send(_ message: ClientMessage) {
        let waits = state.withLock { state in
            guard state.isBusy || message.credential != nil else { return false }
            state.waiting.append(message)
            return true
        }
        if waits { passWaiting() } else { pass(message, nil) }
    }

    /// Passes on the waiting messages, up to a credential whose check takes longer than the call.
    private func passWaiting() {
        let begins = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if begins { proceed() }
    }

    private func proceed() {
        while let message = next() {
            guard let credential = message.credential else {
                pass(message, nil)
                continue
            }
            let decision = check(credential) { decision in
                self.pass(message, decision)
                self.proceed()
            }
            guard let decision else { return }
            pass(message, decision)
        }
    }

    private func next() -> ClientMessage? {
        state.withLock { state in
            let message = state.waiting.popFirst()
            if message == nil { state.isBusy = false }
            return message
        }
    }
}

extension ClientMessage {
    /// The credential of a sign-in that needs a check.
    fileprivate var credential: String? {
        guard case .request(let request) = self, case .authenticate(let credential, nil) = request.action else {
            return nil
        }
        return credential
    }
}
