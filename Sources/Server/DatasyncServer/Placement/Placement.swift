#if Server
    /// The choice of the server that a namespace prefers, by rendezvous hashing.
    ///
    /// Each server gets a number for the namespace, and the highest one wins. So all servers that know the same addresses
    /// choose the same one, and when one leaves, only its namespaces change. The function never changes: servers of
    /// different versions must agree.
    enum Placement {
        /// Returns the server that a namespace prefers; `nil` without servers.
        ///
        /// - Parameters:
        ///   - namespace: The name of the namespace.
        ///   - servers: The public addresses of the servers, in any order.
        /// - Returns: The address with the highest number; of equal numbers, the first in plain text order.
        static func preferred(_ namespace: String, among servers: [String]) -> String? {
            servers.sorted().max { number(of: $0, for: namespace) < number(of: $1, for: namespace) }
        }

        /// Returns the number of a server for a namespace: FNV-1a over both names and a zero byte between them, then the
        /// finishing mix of MurmurHash3, because short names change only few of the leading bits.
        static func number(of server: String, for namespace: String) -> UInt64 {
            let bytes = Array(namespace.utf8) + [0] + Array(server.utf8)
            var hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
            hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
            return hash ^ hash >> 33
        }
    }
#endif
