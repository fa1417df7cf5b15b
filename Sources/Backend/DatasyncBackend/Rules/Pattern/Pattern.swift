/// A compiled pattern: a nondeterministic automaton that reads each character of a text once.
///
/// A search keeps the set of states that the text so far can reach. It takes at most as many steps as the characters of
/// the text times the states of the automaton, and never tries the same thing twice.
struct Pattern: Sendable {
    private enum State {
        /// Reads one scalar; if case is ignored, its lower-case form.
        case scalar(UInt32)
        /// Reads one scalar of a set.
        case set(Int)
        case start
        case end
        /// Continues at both states.
        case fork(Int, Int)
        case jump(Int)
        case match
    }

    private var states: [State] = []
    private var sets: [ScalarSet] = []
    private let ignoresCase: Bool

    /// Compiles the text between the slashes.
    ///
    /// - Parameters:
    ///   - text: The text between the slashes.
    ///   - ignoresCase: Whether letters of both cases are the same.
    ///   - start: The position of the pattern in the expression.
    /// - Throws: ``ExpressionProblem`` with the position in the expression.
    init(_ text: String, ignoresCase: Bool, at start: Int) throws(ExpressionProblem) {
        self.ignoresCase = ignoresCase
        var work = 4 * RuleLimits.states
        guard emit(try PatternParser.parse(text, at: start), &work), append(.match, &work) else {
            throw ExpressionProblem(
                offset: start,
                text: "the pattern needs more than the limit of \(RuleLimits.states) states; use smaller counts")
        }
    }

    // MARK: Search

    /// Returns whether the pattern occurs in a text; `nil` if it needs more steps than allowed.
    func occurs(in text: String, steps: inout Int) -> Bool? {
        var search = Search(count: states.count)
        var position = 0
        for scalar in text.unicodeScalars {
            search.isAtStart = position == 0
            add(0, to: &search)
            if search.hasMatch { return true }
            steps -= search.visits
            guard steps > 0 else { return nil }
            let current = search.advance()
            if current.isEmpty, isAnchored { return false }
            search.isAtStart = false
            let value = ignoresCase ? LetterCase.lower(scalar.value) : scalar.value
            for state in current where accepts(state, value, scalar.value) { add(state + 1, to: &search) }
            search.recycle(current)
            position += 1
        }
        search.isAtStart = position == 0
        search.isAtEnd = true
        // These states wait for the end and were reached before the end was known.
        let waiting = search.advance()
        for state in waiting { add(state, to: &search) }
        add(0, to: &search)
        steps -= search.visits
        return steps > 0 ? search.hasMatch : nil
    }

    /// Whether the whole pattern begins at the start of the text.
    private var isAnchored: Bool {
        if case .start = states[0] { true } else { false }
    }

    private func accepts(_ state: Int, _ folded: UInt32, _ scalar: UInt32) -> Bool {
        switch states[state] {
        case .scalar(let expected): folded == expected
        case .set(let set): ignoresCase ? sets[set].containsIgnoringCase(scalar) : sets[set].contains(scalar)
        case .start, .end, .fork, .jump, .match: false
        }
    }

    /// Adds a state, and all states that it reaches without reading, to the states of the next character.
    private func add(_ state: Int, to search: inout Search) {
        search.push(state)
        while let state = search.pop() {
            switch states[state] {
            case .scalar, .set: search.wait(state)
            case .start: if search.isAtStart { search.push(state + 1) }
            case .end: if search.isAtEnd { search.push(state + 1) } else { search.wait(state) }
            case .fork(let first, let second):
                search.push(first)
                search.push(second)
            case .jump(let target): search.push(target)
            case .match: search.hasMatch = true
            }
        }
    }

    /// The states that a search has reached.
    private struct Search {
        var isAtStart = false
        var isAtEnd = false
        var hasMatch = false
        /// The number of states visited since the last advance.
        private(set) var visits = 1
        /// The states that wait for the next character, or for the end.
        private var waiting: [Int] = []
        private var spare: [Int] = []
        private var open: [Int] = []
        /// The round in which each state was visited last.
        private var rounds: [Int]
        private var round = 1

        init(count: Int) { rounds = Array(repeating: 0, count: count) }

        mutating func push(_ state: Int) {
            guard rounds[state] != round else { return }
            rounds[state] = round
            visits += 1
            open.append(state)
        }

        mutating func pop() -> Int? { open.popLast() }

        mutating func wait(_ state: Int) { waiting.append(state) }

        /// Returns the waiting states and clears them.
        mutating func advance() -> [Int] {
            let current = waiting
            waiting = spare
            spare = []
            round += 1
            visits = 1
            return current
        }

        /// Takes back the storage of states that have been read.
        mutating func recycle(_ states: consuming [Int]) {
            states.removeAll(keepingCapacity: true)
            spare = states
        }
    }

    // MARK: Construction

    /// Appends the states of a node; returns `false` if they exceed the limit.
    ///
    /// Every visited node counts, which also bounds repeated groups without characters.
    private mutating func emit(_ node: PatternNode, _ work: inout Int) -> Bool {
        work -= 1
        guard work > 0 else { return false }
        switch node {
        case .scalar(let scalar): return append(.scalar(ignoresCase ? LetterCase.lower(scalar) : scalar), &work)
        case .set(let set):
            sets.append(set)
            return append(.set(sets.count - 1), &work)
        case .start: return append(.start, &work)
        case .end: return append(.end, &work)
        case .sequence(let nodes):
            for node in nodes { guard emit(node, &work) else { return false } }
            return true
        case .alternatives(let branches): return emit(alternatives: branches, &work)
        case .repetition(let node, let minimum, let maximum):
            for _ in 0..<minimum { guard emit(node, &work) else { return false } }
            guard let maximum else { return emit(loop: node, &work) }
            return emit(optional: node, maximum - minimum, &work)
        }
    }

    private mutating func emit(alternatives branches: [PatternNode], _ work: inout Int) -> Bool {
        var jumps: [Int] = []
        for (index, branch) in branches.enumerated() {
            let fork = states.count
            let isLast = index == branches.count - 1
            if !isLast { guard append(.jump(0), &work) else { return false } }
            guard emit(branch, &work) else { return false }
            if isLast { break }
            jumps.append(states.count)
            guard append(.jump(0), &work) else { return false }
            states[fork] = .fork(fork + 1, states.count)
        }
        for jump in jumps { states[jump] = .jump(states.count) }
        return true
    }

    private mutating func emit(loop node: PatternNode, _ work: inout Int) -> Bool {
        let fork = states.count
        guard append(.jump(0), &work), emit(node, &work), append(.jump(fork), &work) else { return false }
        states[fork] = .fork(fork + 1, states.count)
        return true
    }

    private mutating func emit(optional node: PatternNode, _ count: Int, _ work: inout Int) -> Bool {
        var forks: [Int] = []
        for _ in 0..<count {
            forks.append(states.count)
            guard append(.jump(0), &work), emit(node, &work) else { return false }
        }
        for fork in forks { states[fork] = .fork(fork + 1, states.count) }
        return true
    }

    private mutating func append(_ state: State, _ work: inout Int) -> Bool {
        work -= 1
        states.append(state)
        return work > 0 && states.count <= RuleLimits.states
    }
}
