extension EventSequenceComparator {
    /// The processes in which a comparator compares.
    public enum Sampling: Sendable, Hashable {
        /// Every process.
        case all
        /// No process; the comparator costs nothing.
        case off
        /// A fraction of keys, from 0 to 1; a key, such as a user's identifier, is always or never chosen.
        case fraction(Double, of: String)

        /// Whether this process compares.
        public var isChosen: Bool {
            switch self {
            case .all: true
            case .off: false
            case .fraction(let fraction, let key): Self.position(of: key) < fraction
            }
        }

        /// Returns a number from 0 up to, but not including, 1 that depends only on the key, in every process.
        private static func position(of key: String) -> Double {
            // FNV-1a, then a finishing mix, because short keys change only few of its leading bits.
            var hash = key.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
            hash ^= hash >> 33
            return hash.unitInterval
        }
    }
}

extension EventSequenceComparator.Sampling: CustomStringConvertible {
    /// The name of the case, with its fraction; without the key, which may identify a user.
    public var description: String {
        switch self {
        case .all: "all"
        case .off: "off"
        case .fraction(let fraction, _): "fraction(\(fraction))"
        }
    }
}
