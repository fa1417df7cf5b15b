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
                if take(scenario.with(steps: steps)) { isSmaller = true } else { start += 1 }
            }
            length /= 2
        }
        if removePairs() { isSmaller = true }
        for index in scenario.steps.indices {
            while let simpler = scenario.steps[index].simpler.first(where: { take(scenario.replacing(index, by: $0)) })
            {
                _ = simpler
                isSmaller = true
            }
        }
        while scenario.simplerFrames.first(where: { take($0) }) != nil { isSmaller = true }
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
                isTaken = take(scenario.with(steps: steps))
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

extension Scenario {
    /// Returns the scenario with different steps.
    func with(steps: [Step]) -> Scenario { with(data: data, rules: rules, skew: skew, steps: steps) }

    /// Returns the scenario with different expected lines.
    func expecting(_ expected: [(id: String, lines: [String])]) -> Scenario {
        Scenario(
            name: name, file: file, data: data, rules: rules, now: now, skew: skew, dialects: dialects, steps: steps,
            expected: expected)
    }

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
            frames.append(with(data: data, rules: JSON?.none, skew: skew, steps: steps))
            frames += rules.simplerRules.map { with(data: data, rules: $0, skew: skew, steps: steps) }
        }
        frames += data.simpler.map { with(data: $0, rules: rules, skew: skew, steps: steps) }
        if skew != 0 { frames.append(with(data: data, rules: rules, skew: 0, steps: steps)) }
        return frames
    }

    fileprivate func replacing(_ index: Int, by step: Step) -> Scenario {
        var steps = steps
        steps[index] = step
        return with(steps: steps)
    }

    private func with(data: JSON, rules: JSON?, skew: Double, steps: [Step]) -> Scenario {
        Scenario(
            name: name, file: file, data: data, rules: rules, now: now, skew: skew, dialects: dialects, steps: steps,
            expected: expected)
    }
}
