import DatasyncPromise
import Dispatch

/// Threads that attach closures to promises while one of them settles each promise, with a check of the order.
final class Stampede: Sendable {
    /// The number of rounds for each start of the threads, as starting them takes most of the time.
    private static let roundsAtOnce = 10

    private let threads: [DispatchQueue]
    private let closuresPerThread: Int
    private let delivery = DispatchQueue(label: "delivery")

    init(threads: Int, closuresPerThread: Int) {
        self.threads = (0..<threads).map { DispatchQueue(label: "thread \($0)") }
        self.closuresPerThread = closuresPerThread
    }

    /// Runs rounds of one promise each, and returns a sentence for each round with an error.
    func run(rounds: Int) async -> [String] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "conductor").async {
                let starts = stride(from: 0, to: rounds, by: Self.roundsAtOnce)
                continuation.resume(returning: starts.flatMap { self.play(from: $0) })
            }
        }
    }

    private func play(from start: Int) -> [String] {
        let rounds = (start..<start + Self.roundsAtOnce).map { number in
            StampedeRound(number: number, closures: threads.count * closuresPerThread, delivery: delivery)
        }
        let group = DispatchGroup()
        for (index, thread) in threads.enumerated() {
            thread.async(group: group) {
                for round in rounds { self.play(round, thread: index) }
            }
        }
        group.wait()
        delivery.sync {}
        return rounds.compactMap(\.verdict)
    }

    private func play(_ round: StampedeRound, thread: Int) {
        for step in 0..<closuresPerThread {
            round.attach(thread * closuresPerThread + step)
            if step == 0, thread == round.number % threads.count { round.settle() }
        }
    }
}
