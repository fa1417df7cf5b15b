package import DatasyncTree

/// The rules that decide which paths may be read and written, and which values are valid.
///
/// A document `{"rules": {…}}` with the shape of the data: `.read`, `.write`, `.validate` and `.webhooks` at any level,
/// booleans or expressions; `$name` levels that match every child without its own level; `.indexOn` with the declared indexes.
/// Rules are compiled once. Once rules are set, access is denied unless a level allows it.
package struct Rules: Sendable {
    package enum Right: String, Sendable {
        case read = ".read"
        case write = ".write"
        /// Create webhooks, as far as the node may also be read.
        case webhooks = ".webhooks"
    }

    /// No rules: all access is allowed.
    package static let open = Rules(root: nil)

    let root: RuleLevel?

    /// Whether a read rule depends on data, so that a write may revoke a listen.
    package let readsDependOnData: Bool
    /// Whether deciding about a write needs the data after it: not with boolean `.write` rules alone.
    package let writesDependOnData: Bool

    /// The parts of the document that are probably mistakes, each with its place and remedy.
    package let warnings: [String]

    /// Whether there are no rules.
    package var isOpen: Bool { root == nil }

    private init(root: RuleLevel?, warnings: [String] = []) {
        self.root = root
        self.warnings = warnings
        var readsDependOnData = false
        var hasWriteExpression = false
        root?.visitLevels { level in
            if level.read?.readsData == true { readsDependOnData = true }
            if level.write?.isConstant == false { hasWriteExpression = true }
        }
        self.readsDependOnData = readsDependOnData
        writesDependOnData = hasWriteExpression || root?.validates == true
    }

    /// Reads a document; `null` means no rules.
    ///
    /// - Throws: ``DatasyncError``, whose message names the place in the document, the line and column in an expression, and
    ///   the remedy.
    package init(_ json: JSON) throws(DatasyncError) {
        do throws(RulesReader.Problem) {
            self.init(root: try RulesReader.read(json))
        } catch {
            throw error.error
        }
    }

    /// Reads the text of a document, which may have comments, line breaks in expressions, and trailing commas.
    ///
    /// - Throws: As for ``init(_:)``; the message also names the line and column in the text.
    package init(text: String) throws(DatasyncError) { try self.init(try RulesText(text.utf8)) }

    /// Reads a document from its text.
    ///
    /// - Throws: As for ``init(text:)``.
    init(_ text: RulesText) throws(DatasyncError) {
        do throws(RulesReader.Problem) {
            let root = try RulesReader.read(text.json)
            var warnings = text.warnings
            root?.visitLevels { level in
                for rule in level.rules { warnings += rule.warnings.map { rule.problem($0).warning(in: text.text) } }
            }
            self.init(root: root, warnings: warnings)
        } catch {
            throw error.error(in: text.text)
        }
    }

    /// Returns whether the rules grant a right at a path, ignoring validation.
    package func allow(_ right: Right, at path: Path, in context: consuming RuleContext = RuleContext()) -> Bool {
        guard let root else { return true }
        var judgement = Judgement(context, observes: false, isExplained: false, limit: RuleLimits.read)
        return judgement.grants(right, at: path, root)
    }

    /// Returns whether the rules let a user have a webhook at a path, which needs the right to read it too.
    ///
    /// Without rules, only the owner has webhooks.
    package func allowWebhook(at path: Path, in context: RuleContext) -> Bool {
        !isOpen && allow(.webhooks, at: path, in: context) && allow(.read, at: path, in: context)
    }

    /// Returns the indexes that `.indexOn` declares for the children of a node.
    package func indexes(at path: Path) -> [Order] {
        var level = root
        for key in path { level = level?.child(key) }
        return level?.indexes ?? []
    }

    // MARK: Decisions

    /// Decides whether a node may be read, and reports the paths of the data that the rules looked at.
    ///
    /// A priority has the rules of its node.
    package func decideReading(at path: Path, in context: consuming RuleContext) -> RuleDecision {
        guard let root else { return RuleDecision() }
        var judgement = Judgement(context, observes: true, isExplained: false, limit: RuleLimits.read)
        return judgement.decide(.read, at: CollectionOfOne(path.nodePath), root)
    }

    /// Decides whether a write may be executed: a put has one path, a merge has a path for each part.
    ///
    /// Every path needs the right to write, and the data after the whole write must be valid at each of them.
    ///
    /// - Parameters:
    ///   - paths: The written paths.
    ///   - context: The user, the time, and the data before and after the write.
    ///   - limit: The maximum number of steps.
    /// - Returns: The decision.
    package func decideWriting(
        at paths: [Path], in context: consuming RuleContext, atMost limit: Int = RuleLimits.write
    ) -> RuleDecision {
        guard let root else { return RuleDecision() }
        var judgement = Judgement(context, observes: false, isExplained: false, limit: limit)
        return judgement.decide(.write, at: paths, root)
    }

    /// Returns whether the rules may allow a user to write at a path, regardless of the data and the time.
    ///
    /// If not, the write is refused before its data are read.
    package func mayAllowWriting(at path: Path, by auth: RuleAuth?) -> Bool {
        guard let root else { return true }
        var judgement = Judgement(
            RuleContext(auth: auth), observes: false, isExplained: false, knowsData: false, limit: RuleLimits.read)
        return judgement.mayGrant(.write, at: path.nodePath, root)
    }

    /// Returns whether a level below a path has a rule that may allow writing there.
    package func mayAllowWriting(below path: Path) -> Bool {
        var level = root
        for key in path { level = level?.child(key) }
        var isPossible = root == nil
        level?.visitLevels { lower in
            if lower !== level, let write = lower.write, write.body.mayBeTrue { isPossible = true }
        }
        return isPossible
    }

    /// Returns each level of a decision with its rule and the result, and marks the deciding one.
    package func explain(_ right: Right, at paths: [Path], in context: consuming RuleContext) -> RuleExplanation {
        guard let root else { return RuleExplanation(decision: RuleDecision(), levels: []) }
        var judgement = Judgement(
            context, observes: right == .read, isExplained: true,
            limit: right == .write ? RuleLimits.write : RuleLimits.read)
        let decision = judgement.decide(right, at: paths, root)
        return RuleExplanation(decision: decision, levels: judgement.levels)
    }
}
