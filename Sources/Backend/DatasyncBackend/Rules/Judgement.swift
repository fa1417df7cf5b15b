import DatasyncTree

/// The walk through the levels of the rules for one decision.
struct Judgement: ~Copyable {
    private var evaluator: Evaluator
    private let isExplained: Bool
    /// The explained levels so far.
    private(set) var levels: [RuleExplanation.Level] = []
    /// The levels above the written paths that have been validated.
    private var validated: Set<Path> = []

    /// The rule that needed more steps than were left.
    private var costliest: (path: Path, rule: String)?

    init(
        _ context: consuming RuleContext, observes: Bool, isExplained: Bool, knowsData: Bool = true,
        limit: Int
    ) {
        evaluator = Evaluator(context, observes: observes, knowsData: knowsData, limit: limit)
        self.isExplained = isExplained
    }

    mutating func decide(_ right: Rules.Right, at paths: some Collection<Path>, _ root: RuleLevel) -> RuleDecision {
        var decision = RuleDecision()
        for path in paths {
            evaluator.charge(RuleLimits.overhead)
            if evaluator.isExhausted {
                costliest = (path, root.place)
            } else if !grants(right, at: path, root) {
                decision.denial = .notGranted(path)
            } else if right == .write, let invalid = invalidPath(along: path, root, isOnlyPath: paths.count == 1) {
                decision.denial = .invalid(invalid)
            }
            if let costliest { decision.denial = .tooCostly(costliest.path, rule: costliest.rule) }
            if !decision.isAllowed { break }
        }
        decision.observed = evaluator.observed
        decision.readsUser = evaluator.readsUser
        decision.steps = evaluator.steps
        return decision
    }

    /// Returns whether a level from the root down to a path grants a right.
    mutating func grants(_ right: Rules.Right, at path: Path, _ root: RuleLevel) -> Bool {
        var isGranted = false
        var level: RuleLevel? = root
        for depth in 0...path.count {
            if depth > 0 { level = level?.child(path[depth - 1]) }
            guard let level else { break }
            let rule = level.rule(for: right)
            if let rule, !isGranted {
                isGranted = isTrue(rule, level, path, depth, decidesIf: true)
                if isGranted, !isExplained { return true }
            } else if isExplained {
                explain(rule, right.rawValue, level, path, depth, .notEvaluated)
            }
        }
        return isGranted
    }

    /// Returns whether a level on a path may grant a right, if the data and the time are unknown.
    mutating func mayGrant(_ right: Rules.Right, at path: Path, _ root: RuleLevel) -> Bool {
        var level: RuleLevel? = root
        for depth in 0...path.count {
            if depth > 0 { level = level?.child(path[depth - 1]) }
            guard let level else { break }
            switch level.rule(for: right)?.body {
            case nil, .constant(false)?: break
            case .constant(true)?: return true
            case .expression(let expression)?:
                do throws(EvaluationError) {
                    if try evaluator.evaluate(expression, at: path.keeping(depth)) { return true }
                } catch {
                    if case .unknownData = error.problem { return true }
                }
            }
        }
        return false
    }

    // MARK: Validation

    /// Returns the first path whose `.validate` rule is not true.
    ///
    /// The walk goes from the root down to the written path, then below it. Only levels whose node has a value after
    /// the write are validated.
    private mutating func invalidPath(along path: Path, _ root: RuleLevel, isOnlyPath: Bool) -> Path? {
        guard root.validates else { return nil }
        var level = root
        let after = evaluator.context.after
        let hasValues = after.givesValue(to: path)
        var node = after[hasValues ? path : .root]
        for depth in 0...path.count {
            if depth > 0 {
                guard let next = level.child(path[depth - 1]), next.validates else { return nil }
                level = next
                if !hasValues { node = node[path[depth - 1]] }
            }
            guard !node.isNull else { return nil }
            guard let rule = level.validate else { continue }
            // The paths of a merge share levels, which need validation only once.
            if !isOnlyPath, !validated.insert(path.keeping(depth)).inserted { continue }
            if !isTrue(rule, level, path, depth, decidesIf: false) { return path.keeping(depth) }
        }
        return invalidPath(below: path, level, node)
    }

    private mutating func invalidPath(below path: Path, _ level: RuleLevel, _ node: Node) -> Path? {
        guard !node.isLeaf else { return nil }
        if let wildcard = level.wildcard, wildcard.validates {
            for (key, child) in node.children {
                if let next = level.child(key), let invalid = invalidPath(in: path.child(key), next, child) {
                    return invalid
                }
            }
            return nil
        }
        for (key, next) in level.children where next.validates {
            if let invalid = invalidPath(in: path.child(key), next, node[key]) { return invalid }
        }
        return nil
    }

    private mutating func invalidPath(in path: Path, _ level: RuleLevel, _ node: Node) -> Path? {
        guard level.validates, !node.isNull else { return nil }
        evaluator.charge(RuleLimits.overhead)
        if evaluator.isExhausted {
            costliest = costliest ?? (path, level.place)
            return path
        }
        if let rule = level.validate, !isTrue(rule, level, path, path.count, decidesIf: false) { return path }
        return invalidPath(below: path, level, node)
    }

    // MARK: Rules

    /// Evaluates the rule of the level at the first keys of a path; a failed evaluation is not true.
    private mutating func isTrue(
        _ rule: Rule, _ level: RuleLevel, _ path: Path, _ depth: Int, decidesIf deciding: Bool
    ) -> Bool {
        defer { if evaluator.isExhausted, costliest == nil { costliest = (path.keeping(depth), rule.place) } }
        switch rule.body {
        case .constant(let flag):
            if isExplained { explain(rule, "", level, path, depth, .value(flag), isDeciding: flag == deciding) }
            return flag
        case .expression(let expression):
            do throws(EvaluationError) {
                let flag = try evaluator.evaluate(expression, at: path.keeping(depth))
                if isExplained { explain(rule, "", level, path, depth, .value(flag), isDeciding: flag == deciding) }
                return flag
            } catch {
                if isExplained {
                    let text = "\(error.text) at \(TextPosition(of: error.offset, in: rule.text.utf8))"
                    explain(rule, "", level, path, depth, .failure(text), isDeciding: !deciding)
                }
                return false
            }
        }
    }

    private mutating func explain(
        _ rule: Rule?, _ kind: String, _ level: RuleLevel, _ path: Path, _ depth: Int,
        _ outcome: RuleExplanation.Outcome, isDeciding: Bool = false
    ) {
        levels.append(
            RuleExplanation.Level(
                path: path.keeping(depth), place: rule?.place ?? "\(level.place)/\(kind)", expression: rule?.text,
                outcome: rule == nil ? .absent : outcome, isDeciding: isDeciding))
    }
}
