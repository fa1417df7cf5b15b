import DatasyncAsync

/// A consumer that takes events of a sequence on request, and may wait for one that has not arrived.
///
/// It runs on the main actor, as the test does.
@MainActor
final class WaitingConsumer {
    private let iterator: DatasyncEvents.AsyncIterator
    private(set) var mirror = EventMirror()
    private(set) var taken = 0
    /// Whether a call of `next()` has not returned.
    private(set) var isWaiting = false
    /// The error that ended the sequence.
    private(set) var failure: WebcomError?
    private(set) var hasEnded = false

    init(_ events: DatasyncEvents) { iterator = events.makeAsyncIterator() }

    /// Requests the next event, unless the consumer waits already.
    func ask() async {
        if !isWaiting, !hasEnded {
            isWaiting = true
            Task { await take() }
        }
        await settle()
    }

    /// Takes all events that have arrived; then the consumer waits for more, unless the sequence has ended.
    func takeAll() async {
        repeat { await ask() } while !isWaiting && !hasEnded
    }

    /// Yields until the consumer has taken the event that it requested, or waits for one that has not arrived.
    func settle() async {
        while isWaiting, !iterator.buffer.hasWaiter { await Task.yield() }
    }

    private func take() async {
        var iterator = iterator
        do throws(WebcomError) {
            if let event = try await iterator.next() {
                mirror.apply(event)
                taken += 1
            } else {
                hasEnded = true
            }
        } catch {
            failure = error
            hasEnded = true
        }
        isWaiting = false
    }
}
