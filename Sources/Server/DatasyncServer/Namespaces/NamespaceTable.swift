#if Server
    import DatasyncConcurrency
    import DatasyncTree
    import NIOHTTP1

    /// The namespaces of a server by name.
    final class NamespaceTable: Sendable {
        /// The namespace of requests without a name.
        static let usual = "default"

        private struct Core: Sendable {
            var namespaces: [String: ServedNamespace] = [:]
            var created = 0
        }

        private let core: ContendedGuarded<Core>
        /// The maximum number of namespaces that are created on use.
        private let creationLimit: Int
        private let make: @Sendable (String) -> ServedNamespace

        init(_ namespaces: [ServedNamespace], creationLimit: Int, make: @escaping @Sendable (String) -> ServedNamespace)
        {
            let named = Dictionary(namespaces.map { ($0.name, $0) }) { first, _ in first }
            core = ContendedGuarded(Core(namespaces: named))
            self.creationLimit = creationLimit
            self.make = make
        }

        /// All namespaces.
        var all: [ServedNamespace] { core.withLock { Array($0.namespaces.values) } }

        /// Adds a namespace, unless there is already one with its name.
        func add(_ namespace: ServedNamespace) {
            core.withLock { core in
                if core.namespaces[namespace.name] == nil { core.namespaces[namespace.name] = namespace }
            }
        }

        /// Removes a namespace; `nil` if the table has no such name.
        func remove(_ name: String) -> ServedNamespace? { core.withLock { $0.namespaces.removeValue(forKey: name) } }

        /// Returns a namespace; creates it if the server creates namespaces on use.
        ///
        /// - Throws: ``RequestFailure`` if it does not exist and cannot be created.
        func namespace(_ name: String) throws(RequestFailure) -> ServedNamespace {
            if let found = core.withLock({ $0.namespaces[name] }) { return found }
            if let problem = Self.problem(in: name) { throw RequestFailure(.badRequest, problem) }
            let made = creationLimit > 0 ? make(name) : nil
            let (found, _) = core.withLock { core -> (ServedNamespace?, ServedNamespace?) in
                if let found = core.namespaces[name] { return (found, made) }
                guard let made, core.created < creationLimit else { return (nil, made) }
                core.created += 1
                core.namespaces[name] = made
                return (made, nil)
            }
            guard let found else {
                throw RequestFailure(
                    .notFound,
                    "The namespace \(name.quoted(atMost: 40)) does not exist; create it with `datasync namespace create` or the "
                        + "option --namespace of the server, or name another with ?ns=.")
            }
            return found
        }

        /// Returns the problem with a name, and the remedy.
        static func problem(in name: String) -> String? {
            let isValid =
                !name.isEmpty && name.unicodeScalars.count <= 256 && name.utf8.count <= 512
                && !name.unicodeScalars.contains("/")
                && !ReservedNamespace.isNamed(name)
                && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
            if isValid { return nil }
            return
                "The name \(name.quoted(atMost: 40)) of a namespace is not valid; use 1 to 256 characters, of at most 512 bytes, "
                + "without \"/\" and control characters; \".namespaces\" is reserved."
        }
    }
#endif
