/// The syntax tree of a pattern.
indirect enum PatternNode {
    case scalar(UInt32)
    case set(ScalarSet)
    case start
    case end
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// A repetition, without bound if there is no maximum.
    case repetition(PatternNode, minimum: Int, maximum: Int?)
}
