/// The numbers of the runs of a server.
package enum RunNumber {
    /// Returns the number of the run that begins when another server has ended one.
    ///
    /// A server has one run for all its namespaces and for its place in a shared log. They notice the end at different times, and
    /// find the same next number without asking each other. The numbers are spread like random ones, over positive values of 64 bits.
    package static func next(after run: UInt64) -> UInt64 {
        // SplitMix64.
        var bits = run &+ 0x9e37_79b9_7f4a_7c15
        bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
        return max(1, (bits ^ bits >> 31) >> 1)
    }
}
