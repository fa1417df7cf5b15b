import DatasyncPromise
import Dispatch

/// Lets threads attach closures to one promise after another while one of them settles it, and checks the order.
final class Stampede: Sendable {
    /// How many rounds the threads run through at one go: waking them is what takes most of the time.
    private static let roundsAtOnce = 10

    private let threads: [DispatchQueue]
    private let closuresPerThread: Int
    private let delivery = DispatchQueue(label: "delivery")

    init(threads: Int, closuresPerThread: Int) {
        self.threads = (0..<threads).map { DispatchQueue(label: "thread \($0)") }
        self.closuresPerThread = closuresPerThread
    }

    /// Runs rounds of one promise each, and returns a sentence for each that went wrong.
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
