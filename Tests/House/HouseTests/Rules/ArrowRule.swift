/// The rule that modules depend only on lower modules, as listed in the table.
enum ArrowRule {
    /// The dependencies that each module may have.
    ///
    /// A further dependency is a decision that changes this table, not only the manifest.
    static let table: [String: Set<String>] = {
        let application: Set = [
            "DatasyncTree", "DatasyncConcurrency", "DatasyncWire", "DatasyncPromise", "DatasyncEngine",
            "DatasyncBackend", "DatasyncLive", "DatasyncWebSocket",
        ]
        // A dialect depends neither on another one nor on the back end, which the application chooses.
        let dialect: Set = [
            "DatasyncTree", "DatasyncConcurrency", "DatasyncWire", "DatasyncPromise", "DatasyncEngine", "DatasyncLive",
            "DatasyncClient", "DatasyncWebSocket",
        ]
        let dialects: Set = ["DatasyncLegacy", "DatasyncCallback", "DatasyncAsync"]
        let storage: Set = ["DatasyncConcurrency", "DatasyncLog", "DatasyncStorage"]
        let testing = application.union(dialect).union(dialects).union(storage).union(["DatasyncDiagram"])
        return [
            // The random generator, the random data and a transport of the tests.
            "TestSupport": ["DatasyncTree", "DatasyncConcurrency", "DatasyncWire"],
            // Clients of one back end, for the tests of the client and of the dialects.
            "ClientTestSupport": testing.union(["DatasyncTesting", "TestSupport"]),
            // 0: values only; the lock, the shell and the delivery queue
            "DatasyncTree": [],
            "DatasyncConcurrency": [],
            // The drawing of messages and events.
            "DatasyncDiagram": [],
            // 1: messages and promises
            "DatasyncWire": ["DatasyncTree"],
            "DatasyncPromise": ["DatasyncConcurrency"],
            // The commit log, whose entries are only bytes: it needs neither the tree nor the messages.
            "DatasyncLog": ["DatasyncConcurrency"],
            // 2: the state of a client and the authority, independent of each other
            "DatasyncEngine": ["DatasyncTree", "DatasyncConcurrency", "DatasyncWire"],
            "DatasyncBackend": ["DatasyncTree", "DatasyncConcurrency", "DatasyncWire", "DatasyncLog"],
            // The commit log in files, a sibling of both.
            "DatasyncStorage": ["DatasyncConcurrency", "DatasyncLog"],
            // The process that the tests of the journal kill.
            "journal-process": storage,
            // The connection to a server, which carries texts only.
            "DatasyncWebSocket": ["DatasyncTree", "DatasyncConcurrency", "DatasyncWire"],
            // The same over the system's WebSocket connections.
            "DatasyncURLSession": ["DatasyncTree", "DatasyncConcurrency", "DatasyncWire", "DatasyncWebSocket"],
            // 3: the pure states of live objects; applications, which connect them with subscriptions
            "DatasyncLive": ["DatasyncTree", "DatasyncWire", "DatasyncEngine"],
            "DatasyncClient": application.union(storage).union(["DatasyncURLSession"]),
            // The server, next to the applications: it uses the back end, and no client.
            "DatasyncServer": storage.union([
                "DatasyncTree", "DatasyncConcurrency", "DatasyncWire", "DatasyncBackend", "DatasyncWebSocket",
                "DatasyncPostgres", "DatasyncDiagram",
            ]),
            // The functions of libpq, and the commit log in a database, which a server can use.
            "CPostgres": [],
            "DatasyncPostgres": ["DatasyncConcurrency", "DatasyncLog", "CPostgres"],
            // 4: the dialects, three siblings
            "DatasyncLegacy": dialect,
            "DatasyncCallback": dialect,
            "DatasyncAsync": dialect,
            // 5: scenarios, drivers, traces
            "DatasyncTesting": testing,
            // What only the tests of this library use.
            "DatasyncTestingInternals": testing.union(["DatasyncTesting"]),
            // The process that the tests of stored back ends kill.
            "backend-process": testing.union(["TestSupport", "DatasyncPostgres"]),
            // 6: commands
            "contacts": dialects.union(["DatasyncTesting"]),
            "MigrationPairs": dialects,
            // Support for rewritten code: the old names on the types of one new dialect.
            "MigrationSupport": dialect.union(["DatasyncLegacy"]),
            "DatasyncLegacyToCallback": dialect.union(["MigrationSupport", "DatasyncLegacy", "DatasyncCallback"]),
            "DatasyncLegacyToAsync": dialect.union(["MigrationSupport", "DatasyncLegacy", "DatasyncAsync"]),
            // The tool reads and writes sources, and uses no module of the library.
            "DatasyncMigrator": [],
            "datasync-migrate": ["DatasyncMigrator"],
            "MigrateDatasync": ["datasync-migrate"],
            "conformance": testing.union(["DatasyncTesting", "DatasyncTestingInternals"]),
            // The command is a server, sends requests to one, reads its data directory, and explains its rules.
            "datasync": storage.union([
                "DatasyncTree", "DatasyncConcurrency", "DatasyncWire", "DatasyncBackend", "DatasyncWebSocket",
                "DatasyncServer", "DatasyncPostgres", "DatasyncDiagram",
            ]),
            // The benchmark drives the engine below the dialects too.
            "bench": dialect.union(dialects),
        ]
    }()

    /// The modules that tests of the client and of the dialects may import.
    private static let ofClients = (table["DatasyncTesting"] ?? []).union([
        "DatasyncTesting", "TestSupport", "ClientTestSupport",
    ])

    /// The test targets whose dependencies are not those of a module of the same name, with those allowed.
    static let testsOfNoModule: [String: Set<String>] = [
        "HouseTests": [],
        "BenchTests": ["bench"],
        // The process that is killed is built with the tests.
        "DatasyncStorageTests": [
            "DatasyncStorage", "DatasyncLog", "DatasyncConcurrency", "DatasyncTesting", "DatasyncTestingInternals",
            "TestSupport", "journal-process",
        ],
        // The transport is tested with the suite of the kit, and with a client.
        "DatasyncURLSessionTests": (table["DatasyncTesting"] ?? []).union([
            "DatasyncURLSession", "DatasyncTesting", "TestSupport",
        ]),
        // The client is tested through dialects, and in processes that are killed.
        "DatasyncClientTests": ofClients.union(["backend-process"]),
        // The tests of a dialect see no other one.
        "DatasyncLegacyTests": ofClients.subtracting(["DatasyncCallback", "DatasyncAsync"]),
        "DatasyncCallbackTests": ofClients.subtracting(["DatasyncLegacy", "DatasyncAsync"]),
        "DatasyncAsyncTests": ofClients.subtracting(["DatasyncLegacy", "DatasyncCallback"]),
        // Tests about several dialects at once.
        "DatasyncDialectTests": ofClients,
        "DatasyncTestingTests": ofClients.union(["DatasyncLog", "DatasyncTestingInternals"]),
        // The server is tested with clients of every dialect, and with the command.
        "DatasyncServerTests": (table["DatasyncTesting"] ?? []).union([
            "DatasyncServer", "DatasyncTesting", "DatasyncTestingInternals", "TestSupport", "datasync",
        ]),
        // The log in a database is tested with servers and clients over it, and with the command.
        "DatasyncPostgresTests": (table["DatasyncTesting"] ?? []).union([
            "DatasyncPostgres", "DatasyncServer", "DatasyncTesting", "DatasyncTestingInternals", "TestSupport",
            "datasync",
        ]),
        // Rewritten code is compiled against the support modules.
        "DatasyncMigratorTests": [
            "DatasyncMigrator", "DatasyncLegacyToCallback", "DatasyncLegacyToAsync", "TestSupport",
        ],
        "MigrationTests": (table["DatasyncTesting"] ?? []).union([
            "DatasyncTesting", "TestSupport", "MigrationPairs", "MigrationSupport", "DatasyncLegacyToCallback",
            "DatasyncLegacyToAsync",
        ]),
    ]

    static func violations(in manifest: Manifest) -> [Violation] {
        manifest.targets.flatMap { violations(of: $0, in: manifest) } + traitsOnByThemselves(in: manifest)
    }

    private static func violations(of target: Manifest.Target, in manifest: Manifest) -> [Violation] {
        guard let allowed = allowed(for: target) else {
            return [
                Violation(
                    "the target is not in the table of arrows", at: target.name,
                    remedy: "Say in ArrowRule.table which layer it stands in and what it may see.")
            ]
        }
        return target.dependencies.compactMap { dependency in
            if manifest.target(dependency.name) == nil || dependency.package != nil {
                return dependency.traits.isEmpty ? external(dependency, of: target) : nil
            }
            if allowed.contains(dependency.name) { return nil }
            return Violation(
                "it sees \(dependency.name), which the table of arrows does not allow", at: target.name,
                remedy: "Move what it needs below both, or hand it in from above.")
        }
    }

    /// Returns the allowed dependencies: those in the table, or, for a module's tests, all below it and the test doubles.
    private static func allowed(for target: Manifest.Target) -> Set<String>? {
        guard target.isTest else { return table[target.name] }
        if let allowed = testsOfNoModule[target.name] { return allowed }
        let module = target.name.hasSuffix("Tests") ? String(target.name.dropLast(5)) : target.name
        guard table[module] != nil else { return nil }
        var seen: Set = [module, "DatasyncTesting", "DatasyncTestingInternals", "TestSupport"]
        var open = [module]
        while let next = open.popLast() {
            let more = (table[next] ?? []).subtracting(seen)
            seen.formUnion(more)
            open += more
        }
        return seen
    }

    private static func external(_ dependency: Manifest.Dependency, of target: Manifest.Target) -> Violation {
        Violation(
            "it always needs \(dependency.name) of another package", at: target.name,
            remedy: "Put it behind a trait that is off by default: `condition: .when(traits: [\"…\"])`.")
    }

    private static func traitsOnByThemselves(in manifest: Manifest) -> [Violation] {
        let enabled = (manifest.traits ?? []).first { $0.name == "default" }?.enabledTraits ?? []
        return enabled.map { trait in
            Violation(
                "the trait \(trait) is on by default", at: "Package.swift",
                remedy: "Take it out of the default traits: the default build needs no other package.")
        }
    }
}
