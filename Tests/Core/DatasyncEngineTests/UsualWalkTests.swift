import DatasyncTree
import TestSupport
import Testing

@testable import DatasyncEngine

/// Tests that the usual walk gives the same events, records and caches as the general path.
struct UsualWalkTests {
    /// The numbers of operations by kind.
    private struct Counts: CustomStringConvertible {
        var all = 0
        /// The operations that took the usual walk.
        var usual = 0
        /// Those of them that raised events: writes, pushes and responses.
        var writes = 0
        var pushes = 0
        var responses = 0

        var description: String {
            "\(all) operations, \(usual) usual; with events \(writes) writes, \(pushes) pushes, \(responses) responses"
        }

        mutating func note(_ operation: ReplicaOperation, in replica: Replica) {
            all += 1
            guard let events = operation.usualEvents(in: replica) else { return }
            usual += 1
            if events.isEmpty { return }
            switch operation {
            case .write: writes += 1
            case .push: pushes += 1
            default: responses += 1
            }
        }
    }

    @Test("the usual walk gives the events, records and caches of the general path")
    func equalsGeneralPath() {
        var counts = Counts()
        for round in 0..<500 {
            let history = ReplicaHistory(round: round, count: 60).operations
            var pair = ReplicaPair(retainsEvents: round % 2 == 0)
            var problem: String?
            for operation in history where problem == nil {
                if round % 2 == 0 { counts.note(operation, in: pair.general) }
                problem = pair.perform(operation)
            }
            guard let problem = problem ?? pair.finalProblem else { continue }
            let shortest = shortest(history, retainsEvents: round % 2 == 0)
            Issue.record("round \(round): \(problem)\nshortest history:\n\(text(of: shortest))\n\(Seed.note)")
            return
        }
        #expect(counts.usual > counts.all / 5, "\(counts), \(Seed.note)")
        let few = counts.all / 100
        #expect(min(counts.writes, counts.pushes, counts.responses) > few, "\(counts), \(Seed.note)")
    }

    // MARK: Shortening

    /// Returns the first problem of a history, and the number of operations that show it.
    private func problem(of history: [ReplicaOperation], retainsEvents: Bool) -> (text: String, count: Int)? {
        var pair = ReplicaPair(retainsEvents: retainsEvents)
        for (index, operation) in history.enumerated() {
            if let text = pair.perform(operation) { return (text, index + 1) }
        }
        return pair.finalProblem.map { ($0, history.count) }
    }

    /// Returns a failing history without all the operations that it does not need.
    private func shortest(_ history: [ReplicaOperation], retainsEvents: Bool) -> [ReplicaOperation] {
        var history = history
        var isShorter = true
        while isShorter {
            isShorter = false
            for index in history.indices.reversed() where index < history.count {
                var candidate = history
                candidate.remove(at: index)
                guard let problem = problem(of: candidate, retainsEvents: retainsEvents) else { continue }
                history = Array(candidate.prefix(problem.count))
                isShorter = true
            }
        }
        return history
    }

    /// Returns the lines of a failing history, with its first problem.
    private func text(of history: [ReplicaOperation]) -> String {
        let problem = problem(of: history, retainsEvents: true)?.text ?? "Without retained events it does not fail."
        return (history.map { "  \($0)" } + ["  \(problem)"]).joined(separator: "\n")
    }
}
