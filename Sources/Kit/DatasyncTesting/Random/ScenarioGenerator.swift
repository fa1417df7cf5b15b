import DatasyncTree

/// A generator of scenarios from a seed; small alphabets make clients, subscriptions and writes interact often.
///
/// ```swift
/// let scenario = ScenarioGenerator.scenario(seed: 1, index: 0)
/// print(scenario.fileText)
/// ```
public struct ScenarioGenerator {
    private let random: SeededRandom
    private let chance: RandomValues
    private let clients: [String]
    private let seed: UInt64
    private let index: Int
    /// Whether subscriptions start at any time and windows stand alone, so that client caches are often incomplete.
    private let isWild: Bool
    /// Whether the scenario has priorities and subscriptions in orders other than key order.
    private let usesOrders: Bool
    private var steps: [Scenario.Step] = []
    /// The subscriptions of clients that have not ended.
    private var subscriptions: [Scenario.Subscription] = []
    private var lastSubscription = 0
    private var held: Set<String> = []
    private var away: Set<String> = []

    /// Creates a generator for one scenario of a series.
    ///
    /// - Parameters:
    ///   - seed: The seed of the series.
    ///   - index: The index of the scenario in the series.
    public init(seed: UInt64, index: Int) {
        let mixed = SeededRandom(seed: seed &+ UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15)
        random = SeededRandom(seed: mixed.next())
        usesOrders = random.below(3) == 0
        chance = RandomValues(random, usesOrders: usesOrders)
        clients = Array(["A", "B", "C"].prefix(random.pick([1, 2, 2, 2, 3])))
        isWild = random.below(6) == 0
        self.seed = seed
        self.index = index
    }

    /// Returns a scenario of a series; equal arguments give equal scenarios.
    public static func scenario(seed: UInt64, index: Int) -> Scenario {
        var generator = ScenarioGenerator(seed: seed, index: index)
        return generator.make()
    }

    private mutating func make() -> Scenario {
        let data = random.below(5) == 0 ? JSON.null : chance.tree(depth: 3)
        let rules = random.below(3) == 0 ? chance.rules() : JSON?.none
        let skew = random.below(8) == 0 ? random.pick([7000.0, -90_000]) : 0
        let isCallbackAlone = random.below(25) == 0
        // Most clients subscribe first, so that most subscriptions have a complete cache.
        for client in clients where random.below(6) > 0 && !isWild { subscribe(client, excludes: isCallbackAlone) }
        for _ in 0..<(4 + random.below(random.pick([14, 14, 26]))) { addStep(excludes: isCallbackAlone) }
        if random.below(6) > 0 {
            for client in clients where held.contains(client) { steps.append(.release(client: client)) }
            for client in clients where away.contains(client) { steps.append(.connect(client: client)) }
        }
        return Scenario(
            name: "random \(seed) \(index)", file: "random", data: data, rules: rules, now: 1_700_000_000_000,
            skew: skew,
            dialects: isCallbackAlone ? [.callback] : Dialect.allCases, steps: steps, expected: [])
    }

    private mutating func addStep(excludes: Bool) {
        let client = random.pick(clients)
        switch random.below(100) {
        case ..<52: write(client)
        case ..<66: subscribe(client, excludes: excludes)
        case ..<72: unsubscribe()
        case ..<85: toggleHold(client)
        case ..<93: toggleConnection(client)
        case ..<95: steps.append(.rules(chance.rules()))
        case ..<96 where random.below(2) == 0: end(client)
        case ..<96: steps.append(.authenticate(client: client, uid: random.pick(["ann", nil])))
        default: steps.append(.advance(Double(1 + random.below(500))))
        }
    }

    // MARK: Clients

    private mutating func toggleHold(_ client: String) {
        guard !away.contains(client) else { return toggleConnection(client) }
        let isHeld = held.remove(client) != nil
        if !isHeld { held.insert(client) }
        steps.append(isHeld ? .release(client: client) : .hold(client: client))
    }

    private mutating func toggleConnection(_ client: String) {
        held.remove(client)
        let isAway = away.remove(client) != nil
        if !isAway { away.insert(client) }
        steps.append(isAway ? .connect(client: client) : .disconnect(client: client))
    }

    private mutating func end(_ client: String) {
        held.remove(client)
        away.remove(client)
        subscriptions.removeAll { $0.client == client }
        steps.append(.end(client: client))
    }

    // MARK: Subscriptions

    private mutating func subscribe(_ client: String, excludes: Bool) {
        if held.contains(client) || away.contains(client), !isWild, random.below(3) > 0 {
            // A new path stays unknown until the responses arrive, so most subscriptions use a path that has a cache.
            let known = subscriptions.filter { $0.client == client }
            guard !known.isEmpty else { return }
            let other = random.pick(known)
            return add(client, other.path, random.below(2) == 0 ? other.window : .all, excludes)
        }
        let path = chance.path(depth: random.pick([0, 1, 1, 1, 2, 2, 3]))
        if usesOrders, random.below(3) == 0 { return add(client, path, chance.order(), excludes) }
        let window = random.below(isWild ? 2 : 4) == 0 ? chance.window() : .all
        if case .all = window {
            add(client, path, window, excludes)
        } else {
            // A window next to a subscription of all children has a complete cache; a window alone has a filtered one.
            if !isWild, random.below(4) > 0 { add(client, path, .all, excludes) }
            add(client, path, window, excludes)
        }
    }

    private mutating func add(_ client: String, _ path: String, _ window: Scenario.WindowText, _ excludes: Bool) {
        let childKinds = ["child_added", "child_changed", "child_removed"] + (usesOrders ? ["child_moved"] : [])
        var events = random.below(2) == 0 ? ["value"] : childKinds
        if events != ["value"], random.below(4) == 0 { events = childKinds.filter { _ in random.below(2) == 0 } }
        if events.isEmpty { events = [random.pick(childKinds)] }
        lastSubscription += 1
        let subscription = Scenario.Subscription(
            id: "s\(lastSubscription)", client: client, path: path, events: events,
            includesAcknowledgements: random.below(5) > 0, hidesData: random.below(20) == 0, window: window,
            excludesRevocations: excludes && random.below(2) == 0)
        subscriptions.append(subscription)
        steps.append(.subscribe(subscription))
    }

    private mutating func unsubscribe() {
        guard !subscriptions.isEmpty else { return }
        steps.append(.unsubscribe(id: random.pick(subscriptions).id))
    }

    // MARK: Writes

    private mutating func write(_ client: String) {
        let path = chance.path(depth: random.pick([0, 1, 1, 2, 2, 2, 3, 3]))
        let isFree = !held.contains(client) && !away.contains(client)
        let (name, kind): (String, Scenario.Write.Kind)
        if usesOrders, random.below(8) == 0 {
            let place = path == "/" ? "/.priority" : path + "/.priority"
            steps.append(.write(.init(step: "set", client: client, path: place, kind: .set(chance.priority()))))
            return
        }
        switch random.below(100) {
        case ..<42: (name, kind) = ("set", .set(chance.value(depth: 2)))
        case ..<62: (name, kind) = ("merge", .merge(chance.merge()))
        case ..<77: (name, kind) = ("remove", .remove)
        case ..<84: (name, kind) = ("push", .push(chance.value(depth: 1), key: chance.key()))
        case ..<91:
            (name, kind) = ("increment", .increment(by: random.pick([1, -2, 0, 0.5]), from: random.pick([nil, 10])))
        case ..<97 where isFree || random.below(8) == 0: (name, kind) = ("transaction", .transaction(chance.change()))
        case ..<99: (name, kind) = ("onDisconnect", .onDisconnect(chance.value(depth: 1)))
        default: (name, kind) = ("set", .set([".sv": "timestamp"]))
        }
        steps.append(.write(Scenario.Write(step: name, client: client, path: path, kind: kind)))
    }
}

extension ScenarioGenerator: CustomStringConvertible {
    /// The seed and the index.
    public var description: String { "ScenarioGenerator(seed \(seed), index \(index))" }
}
