#if Server
    /// The scheme, name and port of an address, as in the header `Origin`.
    ///
    /// Two origins are equal regardless of case, and of whether they state the usual port of their scheme.
    struct WebOrigin: Sendable, Hashable {
        let scheme: String
        /// The name or IP address in lower case; an IPv6 address has no brackets.
        let host: String
        /// The port, or the usual one of the scheme; `nil` if neither is known.
        let port: Int?

        /// Reads an origin such as `https://contacts.example:8443`; `nil` for any other text, such as `null`.
        init?(_ text: String) {
            guard let separator = text.firstRange(of: "://"), separator.lowerBound > text.startIndex else { return nil }
            self.init(scheme: String(text[..<separator.lowerBound]), authority: String(text[separator.upperBound...]))
        }

        /// Reads a name with an optional port, as in the header `Host`.
        init?(scheme: String, authority: String) {
            guard !authority.isEmpty, authority.utf8.allSatisfy(Self.isAllowed) else { return nil }
            let name: Substring
            let rest: Substring
            if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
                name = authority[authority.index(after: authority.startIndex)..<end]
                rest = authority[authority.index(after: end)...]
                guard IPAddress(String(name)) != nil, name.contains(":") else { return nil }
            } else {
                name = authority.prefix { $0 != ":" }
                rest = authority[name.endIndex...]
                guard !name.isEmpty, !name.contains("["), !name.contains("]") else { return nil }
            }
            self.scheme = scheme.lowercased()
            host = name.lowercased()
            let usual = ["http": 80, "https": 443][self.scheme]
            switch rest {
            case "", ":": port = usual
            default:
                let digits = rest.dropFirst()
                guard rest.first == ":", digits.allSatisfy(\.isNumber), let number = UInt16(digits) else { return nil }
                port = Int(number)
            }
        }

        /// Whether the host is always this machine.
        var isLoopback: Bool {
            host == "localhost" || host.hasSuffix(".localhost") || IPAddress(host)?.isLoopback == true
        }

        private static func isAllowed(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-._~:[]".utf8.contains(byte)
            }
        }
    }
#endif
