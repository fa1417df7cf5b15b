import DatasyncTesting
import DatasyncTree

/// A tool that reduces a failing scenario: it removes and simplifies steps as long as the scenario still fails.
struct Shrinker {
    private let fails: (Scenario) -> Bool
    private var scenario: Scenario
    /// The number of candidates that may still be tried.
    private var patience: Int

    private init(_ scenario: Scenario, patience: Int, _ fails: @escaping (Scenario) -> Bool) {
        self.scenario = scenario
        self.patience = patience
        self.fails = fails
    }

    /// Returns the smallest scenario found that still fails.
    ///
    /// - Parameters:
    ///   - scenario: A failing scenario.
    ///   - patience: The maximum number of candidates to try.
    ///   - fails: Returns whether a scenario fails.
    /// - Returns: A scenario without a simpler candidate that fails, or the smallest one found within `patience`.
    static func shrunk(_ scenario: Scenario, patience: Int = 3000, while fails: @escaping (Scenario) -> Bool)
        -> Scenario
    {
        var shrinker = Shrinker(scenario, patience: patience, fails)
        repeat {} while shrinker.shrinkOnce()
        return shrinker.scenario
    }

    /// Tries every reduction once and returns whether one succeeded.
    private mutating func shrinkOnce() -> Bool {
        var isSmaller = false
        var length = max(1, scenario.steps.count / 2)
        while length > 0 {
            var start = 0
            while start + length <= scenario.steps.count {
                var steps = scenario.steps
                steps.removeSubrange(start..<start + length)
                if take(copy(of: scenario, with: \.steps, steps)) { isSmaller = true } else { start += 1 }
            }
            length /= 2
        }
        if removePairs() { isSmaller = true }
        for index in scenario.steps.indices {
            while scenario.steps[index].simpler.contains(where: { take(copy(of: scenario, with: \.steps[index], $0)) })
            {
                isSmaller = true
            }
        }
        while scenario.simplerFrames.contains(where: { take($0) }) { isSmaller = true }
        return isSmaller
    }

    /// Removes pairs of steps that depend on each other, such as a hold and its release.
    private mutating func removePairs() -> Bool {
        var isSmaller = false
        var first = 0
        while first < scenario.steps.count {
            var second = first + 1
            var isTaken = false
            while second < scenario.steps.count, !isTaken {
                var steps = scenario.steps
                steps.remove(at: second)
                steps.remove(at: first)
                isTaken = take(copy(of: scenario, with: \.steps, steps))
                second += 1
            }
            if isTaken { isSmaller = true } else { first += 1 }
        }
        return isSmaller
    }

    private mutating func take(_ candidate: Scenario) -> Bool {
        guard patience > 0, candidate.isSensible else { return false }
        patience -= 1
        guard fails(candidate) else { return false }
        scenario = candidate
        return true
    }
}

/// Returns a copy of a value with a part replaced.
func copy<Value, Part>(of value: Value, with path: WritableKeyPath<Value, Part>, _ part: Part) -> Value {
    var copy = value
    copy[keyPath: path] = part
    return copy
}

extension Scenario {
    /// Whether the order of the steps is valid: every end follows its beginning, and no disconnected client is held.
    var isSensible: Bool {
        var (ids, held, away): (Set<String>, Set<String>, Set<String>) = ([], [], [])
        for step in steps {
            switch step {
            case .subscribe(let subscription): ids.insert(subscription.id)
            case .unsubscribe(let id): if !ids.contains(id) { return false }
            case .hold(let client): if away.contains(client) || !held.insert(client).inserted { return false }
            case .release(let client): if held.remove(client) == nil { return false }
            case .disconnect(let client):
                if !away.insert(client).inserted { return false }
                held.remove(client)
            case .connect(let client): if away.remove(client) == nil { return false }
            case .end(let client):
                held.remove(client)
                away.remove(client)
            case .write, .authenticate, .rules, .advance: break
            }
        }
        return true
    }

    /// Scenarios with simpler data, rules or clocks.
    fileprivate var simplerFrames: [Scenario] {
        var frames: [Scenario] = []
        if let rules {
            frames.append(copy(of: self, with: \.rules, nil))
            frames += rules.simplerRules.map { copy(of: self, with: \.rules, $0) }
        }
        frames += data.simpler.map { copy(of: self, with: \.data, $0) }
        if skew != 0 { frames.append(copy(of: self, with: \.skew, 0)) }
        return frames
    }
}
