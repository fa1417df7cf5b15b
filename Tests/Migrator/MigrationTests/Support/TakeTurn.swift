import Dispatch

/// Waits for one turn of a thread and then for one turn of the main queue.
///
/// An asynchronous sequence needs both for each event, so this wait suffices on a busy machine too.
@MainActor
func takeTurn() async {
    await waitForThread()
    await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
    }
}

@concurrent
private func waitForThread() async { await Task.yield() }
