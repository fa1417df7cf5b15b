#if Server
    import TestSupport

    extension SeededGenerator {
        /// Returns bytes with some of them changed, removed, repeated or added.
        mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            for _ in 0...below(4) {
                guard !bytes.isEmpty else { break }
                let place = below(bytes.count)
                switch below(5) {
                case 0: bytes[place] ^= 1 << below(8)
                case 1: bytes[place] = UInt8(below(256))
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(8)))
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 9)], at: below(bytes.count))
                default: bytes = Array(bytes[..<place])
                }
            }
            return bytes
        }
    }
#endif
