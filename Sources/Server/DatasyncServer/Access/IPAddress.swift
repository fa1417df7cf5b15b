#if Server
    import NIOCore

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

        /// Returns the addresses that this machine has now; `nil` if they cannot be read.
        static func ownAddresses() -> Set<IPAddress>? {
            guard let devices = try? System.enumerateDevices() else { return nil }
            return Set(devices.compactMap { $0.address?.ipAddress.flatMap { IPAddress($0) } })
        }

        /// Whether only this machine has the address.
        var isLoopback: Bool {
            bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        }

        /// Whether the address is public; for 6to4 and NAT64, whether the IPv4 address inside is.
        ///
        /// The others are loopback, private, link-local, shared, multicast, unspecified, and for tests and documents.
        var isPublic: Bool {
            guard bytes.count == 16 else { return !Self.reserved4.contains { $0.contains(bytes) } }
            let destination = destination
            if destination.bytes.count == 4 { return destination.isPublic }
            // All addresses in use are in 2000::/3; others are for one network, a multicast group, or not assigned.
            return Self.global6.contains(bytes) && !Self.reserved6.contains { $0.contains(bytes) }
        }

        /// The IPv4 address to which 6to4 and NAT64 lead; otherwise the address itself.
        var destination: IPAddress {
            guard bytes.count == 16 else { return self }
            if Self.sixToFour.contains(bytes) { return IPAddress(version4: bytes[2..<6]) }
            if Self.nat64.contains(bytes) { return IPAddress(version4: bytes[12..<16]) }
            return self
        }

        private init(version4 bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

        /// The addresses that begin with the same bits.
        private struct Block {
            let first: [UInt8]
            let bits: Int

            init(_ first: [UInt8], _ bits: Int) {
                self.first = first
                self.bits = bits
            }

            func contains(_ bytes: [UInt8]) -> Bool {
                for (index, byte) in first.enumerated() {
                    let count = min(8, max(0, bits - index * 8))
                    let mask = UInt8(truncatingIfNeeded: 0xFF00 >> count)
                    if (byte ^ bytes[index]) & mask != 0 { return false }
                }
                return true
            }
        }

        private static let reserved4 = [
            Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([169, 254], 16),
            Block([172, 16], 12), Block([192, 0, 0], 24), Block([192, 0, 2], 24), Block([192, 88, 99], 24),
            Block([192, 168], 16), Block([198, 18], 15), Block([198, 51, 100], 24), Block([203, 0, 113], 24),
            Block([224], 3),
        ]
        private static let sixToFour = Block([0x20, 0x02], 16)
        private static let nat64 = Block([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
        private static let global6 = Block([0x20], 3)
        // Special purposes with Teredo, and documents.
        private static let reserved6 = [
            Block([0x20, 0x01, 0], 23), Block([0x20, 0x01, 0x0D, 0xB8], 32), Block([0x3F, 0xFF, 0], 20),
        ]

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
