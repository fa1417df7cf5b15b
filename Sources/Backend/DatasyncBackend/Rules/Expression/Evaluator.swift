import DatasyncTree

/// The evaluation of expressions for one decision.
///
/// It executes instructions on a stack. Every instruction is a step, and work that grows with a value costs more steps;
/// an evaluation that exceeds the limit fails.
struct Evaluator: ~Copyable {
    let context: RuleContext
    /// Whether to record the paths that expressions look at.
    let observes: Bool
    /// The paths that expressions have looked at in the data before the write, or in the current data.
    private(set) var observed: [Path] = []
    /// Whether an expression has looked at the user.
    private(set) var readsUser = false
    /// Whether the data and the time are known; an evaluation that needs them fails otherwise.
    private let knowsData: Bool
    /// The steps of all evaluations so far.
    private(set) var steps = 0
    /// The steps that the decision has left; work with a weight takes several of them.
    private var budget: Int
    /// The path of the level whose rule is evaluated.
    private(set) var path = Path.root
    private var remaining = 0
    /// The value on top of the stack, kept outside the array so that most evaluations allocate nothing.
    private var top = RuleValue.null
    /// The values below the top one.
    private var stack: [RuleValue] = []
    /// The number of values, including the top one.
    private var depth = 0

    init(_ context: consuming RuleContext, observes: Bool, knowsData: Bool = true, limit: Int) {
        self.knowsData = knowsData
        budget = limit
        self.context = context
        self.observes = observes
    }

    /// Evaluates an expression as the rule of the level at a path.
    ///
    /// - Throws: ``EvaluationError`` if an operation fails, the value is not a boolean, or the steps exceed the limit.
    mutating func evaluate(_ expression: Expression, at path: Path) throws(EvaluationError) -> Bool {
        self.path = path
        remaining = RuleLimits.steps
        charge(RuleLimits.overhead)
        if !stack.isEmpty { stack.removeAll(keepingCapacity: true) }
        depth = 0
        defer { steps += RuleLimits.steps - remaining }
        var index = 0
        do throws(EvaluationError.Problem) {
            while index < expression.code.count {
                try spend(1)
                if !knowsData, expression.code[index].readsData { throw .unknownData }
                switch expression.code[index] {
                case .and(let target):
                    if try boolean(top) { _ = pop() } else { index = target - 1 }
                case .or(let target):
                    if try boolean(top) { index = target - 1 } else { _ = pop() }
                case .jump(let target): index = target - 1
                case .jumpIfFalse(let target): if try !boolean(pop()) { index = target - 1 }
                case let instruction: try execute(instruction, expression)
                }
                index += 1
            }
            return try boolean(pop())
        } catch {
            throw EvaluationError(
                offset: index < expression.offsets.count ? expression.offsets[index] : 0, problem: error)
        }
    }

    private mutating func execute(
        _ instruction: Instruction, _ expression: Expression
    ) throws(EvaluationError.Problem) {
        switch instruction {
        case .null: push(.null)
        case .boolean(let flag): push(.boolean(flag))
        case .number(let number): push(.number(number))
        case .string(let index): push(.string(expression.strings[index]))
        case .auth: push(user == nil ? .null : .auth)
        case .isSignedIn: push(.boolean(user != nil))
        case .uidIsKey(let depth): try pushUID(isKeyAt: depth)
        case .uid: push(user.map { .string($0.uid) } ?? .null)
        case .authUID: try authMember("uid") { .string($0.uid) }
        case .authProvider: try authMember("provider") { $0.provider.map(RuleValue.string) ?? .null }
        case .authToken: try authMember("token") { RuleValue($0.token) }
        case .now: push(.number(context.now))
        case .key(let depth): push(depth < path.count ? .string(path[depth].text) : .null)
        case .root: push(.snapshot(RuleSnapshot(isAfter: false, node: context.before, depth: 0)))
        case .data: push(.snapshot(RuleSnapshot(isAfter: false, node: context.before[path], depth: path.count)))
        case .newData: push(.snapshot(RuleSnapshot(isAfter: true, node: context.after[path], depth: path.count)))
        case .rootChild(let index): try pushChild(expression.paths[index], of: context.before, 0)
        case .dataChild(let index): try pushChild(expression.paths[index], of: context.before[path], path.count)
        case .newDataChild(let index):
            try pushChild(expression.paths[index], of: context.after[path], path.count, isAfter: true)
        case .query(let field): push(context.query[field])
        case .member(let index): push(try member(.string(expression.strings[index]), of: pop()))
        case .index:
            let index = pop()
            push(try member(index, of: pop()))
        case .length: push(try length(of: pop()))
        case .child(let index): push(.snapshot(try child(expression.paths[index], of: snapshot())))
        case .matches(let index): push(.boolean(try matches(expression.patterns[index])))
        case .childAt, .parent, .value, .exists, .hasChild, .hasAnyChild, .hasChildren, .childCount, .isString,
            .isNumber, .isBoolean, .hash:
            try readSnapshot(instruction)
        case .contains, .beginsWith, .endsWith, .replace, .lowercase, .uppercase: try readString(instruction)
        case .not: push(.boolean(try !boolean(pop())))
        case .negate: push(.number(-(try number(pop(), "- takes a number"))))
        case .add: try add()
        case .subtract: try compute("- takes numbers", -)
        case .multiply: try compute("* takes numbers", *)
        case .divide: try compute("/ takes numbers") { $1 == 0 ? .nan : $0 / $1 }
        case .remainder: try compute("% takes numbers") { $0.truncatingRemainder(dividingBy: $1) }
        case .isNull: push(.boolean(popNull()))
        case .isNotNull: push(.boolean(!popNull()))
        case .equal: push(.boolean(try popEqual()))
        case .notEqual: push(.boolean(try !popEqual()))
        case .less: try compare { $0 < 0 }
        case .lessOrEqual: try compare { $0 <= 0 }
        case .greater: try compare { $0 > 0 }
        case .greaterOrEqual: try compare { $0 >= 0 }
        case .requireBoolean: _ = try boolean(top)
        case .and, .or, .jump, .jumpIfFalse: break
        }
    }

    /// The user, on which the decision depends from now on.
    private var user: RuleAuth? {
        mutating get {
            readsUser = true
            return context.auth
        }
    }

    // MARK: The stack

    mutating func push(_ value: RuleValue) {
        if depth > 0 { stack.append(top) }
        top = value
        depth += 1
    }

    /// Removes the top value; the compiler never emits an instruction without its operands.
    mutating func pop() -> RuleValue {
        let value = top
        depth -= 1
        top = depth > 0 ? stack.popLast() ?? .null : .null
        return value
    }

    private mutating func pushUID(isKeyAt depth: Int) throws(EvaluationError.Problem) {
        guard let uid = user?.uid, depth < path.count else { return push(.boolean(false)) }
        try spend(bytes: uid.utf8.count)
        push(.boolean(path[depth].text.hasSameBytes(as: uid)))
    }

    private mutating func popNull() -> Bool {
        if case .null = pop() { true } else { false }
    }

    private mutating func pushChild(
        _ relative: Path, of node: Node, _ depth: Int, isAfter: Bool = false
    ) throws(EvaluationError.Problem) {
        try spend(relative.count)
        push(.snapshot(RuleSnapshot(isAfter: isAfter, node: node[relative], depth: depth, below: relative)))
    }

    /// Whether the decision has taken all of its steps.
    var isExhausted: Bool { budget <= 0 }

    /// Takes steps from those that the decision has left.
    mutating func charge(_ count: Int) { budget = max(0, budget - count) }

    /// Takes steps from the evaluation and, as many times as the weight says, from the decision.
    mutating func spend(_ count: Int, weight: Int = 3) throws(EvaluationError.Problem) {
        guard count < remaining, count * weight < budget else {
            throw exhausted(endsDecision: count * weight >= budget)
        }
        remaining -= count
        budget -= count * weight
    }

    /// Spends the steps for reading or producing bytes.
    mutating func spend(bytes: Int, weight: Int = 3) throws(EvaluationError.Problem) {
        try spend(bytes / 16, weight: weight)
    }

    /// Runs work that counts its own steps.
    mutating func counted<Result>(_ body: (_ remaining: inout Int) -> Result?) throws(EvaluationError.Problem) -> Result
    {
        let granted = min(remaining, budget)
        var left = granted
        guard let result = body(&left) else { throw exhausted(endsDecision: budget <= remaining) }
        remaining -= granted - left
        budget -= granted - left
        return result
    }

    private mutating func exhausted(endsDecision: Bool) -> EvaluationError.Problem {
        if endsDecision { budget = 0 }
        remaining = 0
        return .tooManySteps
    }

    /// Records that the decision depends on the data at a path.
    mutating func observe(_ path: Path) {
        guard !observed.contains(path) else { return }
        observed.append(path)
    }

    // MARK: Operands

    private func boolean(_ value: RuleValue) throws(EvaluationError.Problem) -> Bool {
        if case .boolean(let flag) = value { return flag }
        throw .unexpected(value.kinds, operation: "expected a boolean")
    }

    private func number(_ value: RuleValue, _ operation: StaticString) throws(EvaluationError.Problem) -> Double {
        if case .number(let number) = value { return number }
        throw .unexpected(value.kinds, operation: operation)
    }

    mutating func string(_ operation: StaticString) throws(EvaluationError.Problem) -> String {
        let value = pop()
        if case .string(let text) = value { return text }
        throw .unexpected(value.kinds, operation: operation)
    }

    mutating func snapshot() throws(EvaluationError.Problem) -> RuleSnapshot {
        let value = pop()
        if case .snapshot(let snapshot) = value { return snapshot }
        throw .unexpected(value.kinds, operation: "expected a snapshot")
    }

    private mutating func authMember(
        _ name: String, _ read: (RuleAuth) -> RuleValue
    ) throws(EvaluationError.Problem) {
        let value = pop()
        if case .auth = value, let auth = context.auth {
            push(read(auth))
        } else {
            push(try member(.string(name), of: value))
        }
    }

    // MARK: Numbers and order

    private mutating func compute(
        _ operation: StaticString, _ body: (Double, Double) -> Double
    ) throws(EvaluationError.Problem) {
        let right = try number(pop(), operation)
        let left = try number(pop(), operation)
        push(.number(body(left, right)))
    }

    private mutating func add() throws(EvaluationError.Problem) {
        let right = pop()
        let left = pop()
        switch (left, right) {
        case (.number(let left), .number(let right)): push(.number(left + right))
        case (.string(let left), .string(let right)): try join(left, right)
        case (.string(let left), .number(let right)): try join(left, right.ruleText)
        case (.number(let left), .string(let right)): try join(left.ruleText, right)
        default: throw .notAddable(left.kinds, right.kinds)
        }
    }

    private mutating func join(_ left: String, _ right: String) throws(EvaluationError.Problem) {
        try spend(bytes: left.utf8.count + right.utf8.count)
        push(.string(left + right))
    }

    /// Compares two numbers or two strings; values of different kinds are in no order.
    private mutating func compare(_ isInOrder: (Int) -> Bool) throws(EvaluationError.Problem) {
        let right = pop()
        let left = pop()
        switch (left, right) {
        case (.number(let left), .number(let right)):
            let isOrdered = left < right ? isInOrder(-1) : left > right ? isInOrder(1) : left == right && isInOrder(0)
            push(.boolean(isOrdered))
        case (.string(let left), .string(let right)):
            try spend(bytes: min(left.utf8.count, right.utf8.count))
            let order = left.precedesInUTF16(right) ? -1 : left.hasSameBytes(as: right) ? 0 : 1
            push(.boolean(isInOrder(order)))
        default: push(.boolean(false))
        }
    }
}

extension Double {
    /// The text of a number that is added to a text.
    fileprivate var ruleText: String {
        if isFinite { return shortestText }
        return isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity"
    }
}
