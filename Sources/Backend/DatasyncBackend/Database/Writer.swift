/// A party that writes, judged as a level of the schema says.
struct Writer: Sendable {
    let principal: Principal
    /// The level of the schema of the entry.
    var level = DatabaseState.schemaLevel

    /// The number of steps that the rules may take for one write.
    var ruleSteps: Int { isCareful ? RuleLimits.write : .max }
    /// Whether the work of the rules is bounded, and data that the writer may not read decide nothing.
    var isCareful: Bool { level >= 4 }
}
