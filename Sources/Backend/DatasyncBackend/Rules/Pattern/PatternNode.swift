/// The syntax tree of a pattern.
indirect enum PatternNode {
    case scalar(UInt32)
    case set(ScalarSet)
    case start
    case end
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// Without a maximum, the node repeats without bound.
    case repetition(PatternNode, minimum: Int, maximum: Int?)
}
