import Dispatch

/// Waits until what was waiting for a thread, and then for the main queue, has had its turn.
///
/// An asynchronous sequence takes both ways for each event. However busy the machine is, whoever waits here waits no less.
@MainActor
func takeTurn() async {
    await waitForThread()
    await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
    }
}

@concurrent
private func waitForThread() async { await Task.yield() }
