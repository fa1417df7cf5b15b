/// The special member names in JSON with priorities; data never collide with them, since keys hold no dot.
enum PriorityMember {
    static let priority = ".priority"
    static let value = ".value"
}
