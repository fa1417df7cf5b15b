#if Server
    /// An IP address; an IPv4 address in IPv6 form (`::ffff:192.0.2.1`) is the IPv4 address.
    struct IPAddress: Sendable, Hashable {
        /// 4 or 16 bytes.
        private let bytes: [UInt8]

        /// Reads an address without its zone, such as `%eth0`; `nil` for any other text.
        init?(_ text: String) {
            let text = text.prefix { $0 != "%" }
            guard text.utf8.contains(UInt8(ascii: ":")) else {
                guard let bytes = Self.bytes(version4: text) else { return nil }
                self.bytes = bytes
                return
            }
            guard let bytes = Self.bytes(version6: text) else { return nil }
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
            self.bytes = isMapped ? Array(bytes.dropFirst(12)) : bytes
        }

        /// Whether only this machine has the address.
        var isLoopback: Bool {
            bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        }

        /// The name of the group of addresses that limits treat as one.
        ///
        /// An IPv4 address, or the 2^64 addresses of an IPv6 network: a client with IPv6 usually has a whole network,
        /// and could use another address for each connection.
        private var group: String {
            if bytes.count == 4 { return bytes.map { "\($0)" }.joined(separator: ".") }
            let parts = stride(from: 0, to: 8, by: 2).map { index in
                String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
            }
            return parts.joined(separator: ":") + "::/64"
        }

        /// Returns the group of an address for limits; any other text is its own group.
        static func group(of address: String) -> String { IPAddress(address)?.group ?? address }

        private static func bytes(version4 text: some StringProtocol) -> [UInt8]? {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let bytes = parts.compactMap { part in
                part.utf8.count <= 3 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt8(part) : nil
            }
            return parts.count == 4 && bytes.count == 4 ? bytes : nil
        }

        private static func bytes(version6 text: some StringProtocol) -> [UInt8]? {
            guard let gap = text.firstRange(of: "::") else {
                let bytes = bytes(parts: text)
                return bytes?.count == 16 ? bytes : nil
            }
            guard let before = bytes(parts: text[..<gap.lowerBound], isEnd: false),
                let after = bytes(parts: text[gap.upperBound...]), before.count + after.count <= 14
            else { return nil }
            return before + [UInt8](repeating: 0, count: 16 - before.count - after.count) + after
        }

        /// Returns the bytes of groups of hexadecimal digits; the last group may be an IPv4 address.
        private static func bytes(parts text: some StringProtocol, isEnd: Bool = true) -> [UInt8]? {
            if text.isEmpty { return [] }
            var bytes: [UInt8] = []
            for part in text.split(separator: ":", omittingEmptySubsequences: false) {
                if part.utf8.contains(UInt8(ascii: ".")) {
                    guard isEnd, part.endIndex == text.endIndex, let last = Self.bytes(version4: part) else {
                        return nil
                    }
                    bytes += last
                } else {
                    guard part.utf8.count <= 4, part.utf8.first != UInt8(ascii: "+"),
                        let group = UInt16(part, radix: 16)
                    else { return nil }
                    bytes += [UInt8(group >> 8), UInt8(group & 255)]
                }
            }
            return bytes
        }
    }
#endif
