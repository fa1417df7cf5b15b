// swift-tools-version: 6.2
import PackageDescription

// Set DATASYNC_STRICT=1 to build this package itself with warnings as errors. Dependents never set it, so a newer
// compiler that warns about something new cannot stop their build.
let isStrict = Context.environment["DATASYNC_STRICT"] == "1"

/// The language settings of every target, each with its reason.
let settings: [SwiftSetting] =
    [
        // An existential costs a box and dynamic dispatch, so the source must show it.
        .enableUpcomingFeature("ExistentialAny"),
        // A member is visible only where its module is imported, so that sources cannot bypass the layering of the
        // modules.
        .enableUpcomingFeature("MemberImportVisibility"),
        // Imports are internal unless they are declared public, so that a dependency does not leak into the API.
        .enableUpcomingFeature("InternalImportsByDefault"),
        // An async function runs on its caller's actor unless it is declared `@concurrent`, so that there are no hidden
        // hops.
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        // A conformance of an isolated type is isolated too, so that no annotation is needed.
        .enableUpcomingFeature("InferIsolatedConformances"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// Returns a library target in a room of `Sources`; dependencies never lead to a higher level.
func module(
    _ name: String, in room: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)", resources: resources,
        swiftSettings: settings)
}

/// Returns a command in a room of `Sources`.
func command(_ name: String, in room: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)", swiftSettings: settings)
}

/// Returns the tests in a room of `Tests`.
func tests(
    _ name: String, in room: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    resources: [Resource]? = nil
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(room)/\(name)", exclude: exclude,
        resources: resources, swiftSettings: settings)
}

/// The values and messages that clients and back ends have in common, with the lock and the shell.
let messages: [Target.Dependency] = ["DatasyncTree", "DatasyncConcurrency", "DatasyncWire"]

/// The transport over the system's WebSocket connections.
///
/// Only Apple platforms link it: the system's library on Linux has no such connections.
let systemSockets: Target.Dependency = .target(
    name: "DatasyncURLSession",
    condition: .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]))

/// The modules of a client, below the dialects.
let client: [Target.Dependency] =
    messages + ["DatasyncEngine", "DatasyncLive", "DatasyncWebSocket", "DatasyncClient", "DatasyncPromise"]

let everything: [Target.Dependency] = client + ["DatasyncBackend"]

/// What tests of dialects have in common.
let ofDialects: [Target.Dependency] = everything + ["DatasyncTesting", "TestSupport", "ClientTestSupport"]

let dialects: [Target.Dependency] = ["DatasyncLegacy", "DatasyncCallback", "DatasyncAsync"]

/// The commit log and its implementation in files.
let storage: [Target.Dependency] = ["DatasyncLog", "DatasyncStorage"]

/// The modules that parse and edit Swift sources.
let syntax: [Target.Dependency] = ["SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics"].map {
    .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Migrator"]))
}

/// The modules of the network; the trait Server enables the trait WebSocket.
let network: [Target.Dependency] =
    ["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"].map {
        .product(name: $0, package: "swift-nio", condition: .when(traits: ["WebSocket"]))
    } + [
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["WebSocket"])),
        .product(name: "NIOExtras", package: "swift-nio-extras", condition: .when(traits: ["WebSocket"])),
    ]

/// The library that checks the signatures of tokens.
let tokens: [Target.Dependency] = [
    .product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["Server"]))
]

/// The library of digests, which the library for tokens needs too.
let digests: [Target.Dependency] = [
    .product(name: "Crypto", package: "swift-crypto", condition: .when(traits: ["Server"]))
]

/// The libraries of the server's log, and of services that one group starts and stops.
let operation: [Target.Dependency] = [
    .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Server"])),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Server"])),
]

/// The commit log in a database.
let database: Target.Dependency = .target(name: "DatasyncPostgres", condition: .when(traits: ["Postgres"]))

let package = Package(
    name: "datasync",
    // The first systems whose library has `Mutex` and `Atomic` of the module Synchronization. Every module needs them: they
    // guard all state below the dialects, and the hash of a tree's node is an atomic reference. Only Linux is tested.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "DatasyncLegacy", targets: ["DatasyncLegacy"]),
        .library(name: "DatasyncCallback", targets: ["DatasyncCallback"]),
        .library(name: "DatasyncAsync", targets: ["DatasyncAsync"]),
        .library(name: "DatasyncLog", targets: ["DatasyncLog"]),
        .library(name: "DatasyncStorage", targets: ["DatasyncStorage"]),
        .library(name: "DatasyncWebSocket", targets: ["DatasyncWebSocket"]),
        .library(name: "DatasyncServer", targets: ["DatasyncServer"]),
        .library(name: "DatasyncPostgres", targets: ["DatasyncPostgres"]),
        .library(name: "DatasyncTesting", targets: ["DatasyncTesting"]),
        .library(name: "DatasyncLegacyToCallback", targets: ["DatasyncLegacyToCallback"]),
        .library(name: "DatasyncLegacyToAsync", targets: ["DatasyncLegacyToAsync"]),
        .executable(name: "contacts", targets: ["contacts"]),
        .executable(name: "conformance", targets: ["conformance"]),
        .executable(name: "bench", targets: ["bench"]),
        .executable(name: "datasync-migrate", targets: ["datasync-migrate"]),
        .executable(name: "datasync", targets: ["datasync"]),
        .plugin(name: "MigrateDatasync", targets: ["MigrateDatasync"]),
    ],
    traits: [
        .trait(
            name: "LegacyWarnings", description: "Every symbol of the legacy dialect warns, and names what replaces it."
        ),
        .trait(name: "Migrator", description: "The tool that rewrites code of the legacy dialect."),
        .trait(name: "WebSocket", description: "The client's connection to a server, over swift-nio."),
        .trait(
            name: "Server", description: "The server and the command datasync, over swift-nio.",
            enabledTraits: ["WebSocket"]),
        .trait(
            name: "Postgres", description: "The commit log in a PostgreSQL database, over libpq.",
            enabledTraits: ["Server"]),
    ],
    dependencies: [
        // Each is only for a trait: without it, no package is resolved. The lower bounds are the versions that the gate
        // builds. Newer ones are allowed, unseen, so that another package beside this one can ask for them.
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        // 0: values; the lock, the shell and the delivery queue
        module("DatasyncTree", in: "Core"),
        module("DatasyncConcurrency", in: "Core"),
        // The drawing of messages and events, for the kit's report and the server's console.
        module("DatasyncDiagram", in: "Core"),
        // 1: messages and transports; the commit log; promises
        module("DatasyncWire", in: "Core", ["DatasyncTree"]),
        module("DatasyncLog", in: "Backend", ["DatasyncConcurrency"]),
        module("DatasyncPromise", in: "Core", ["DatasyncConcurrency"]),
        // 2: the state of a client; the authority; neither depends on the other
        module("DatasyncEngine", in: "Core", messages),
        module("DatasyncBackend", in: "Backend", messages + ["DatasyncLog"]),
        // The commit log in files.
        module("DatasyncStorage", in: "Backend", ["DatasyncConcurrency", "DatasyncLog"]),
        // The address of a server; with the trait WebSocket, the transport to it.
        module("DatasyncWebSocket", in: "Server", messages + network),
        // The transport to a server without the trait, over URLSession.
        module("DatasyncURLSession", in: "Server", messages + ["DatasyncWebSocket"]),
        // 3: the pure states of live objects and item updates; applications, which connect them to subscriptions
        module("DatasyncLive", in: "Core", ["DatasyncTree", "DatasyncEngine"]),
        module(
            "DatasyncClient", in: "Core",
            messages + storage
                + [
                    "DatasyncPromise", "DatasyncEngine", "DatasyncBackend", "DatasyncLive", "DatasyncWebSocket",
                    systemSockets,
                ]),
        // The functions of libpq. It names no pkg-config file, for which the package manager would look without the trait, too.
        .systemLibrary(name: "CPostgres", path: "Sources/Server/CPostgres"),
        // The commit log in a database; empty without its trait.
        module(
            "DatasyncPostgres", in: "Server",
            [
                "DatasyncConcurrency", "DatasyncLog",
                .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
            ] + digests),
        // The server over back ends; empty without its trait.
        module(
            "DatasyncServer", in: "Server",
            messages + storage + ["DatasyncBackend", "DatasyncDiagram", "DatasyncWebSocket", database] + network
                + tokens + digests
                + operation,
            resources: ["html", "css", "js"].map { .embedInCode("Console/Page/console.\($0)") }),
        // 4: the dialects, which do not depend on each other
        module("DatasyncLegacy", in: "Dialects", client),
        module("DatasyncCallback", in: "Dialects", client),
        module("DatasyncAsync", in: "Dialects", client),
        // 5: scenarios, drivers, traces
        module(
            "DatasyncTesting", in: "Kit", everything + dialects + storage + ["DatasyncDiagram"],
            resources: [.copy("Scenarios"), .copy("Schema"), .copy("Recording/scenario-recorder.js")]),
        // The kit of this library's own tests: contracts, engine vectors, an independent model, faults, a simulated disk.
        module("DatasyncTestingInternals", in: "Kit", everything + dialects + storage + ["DatasyncTesting"]),
        // 6: commands
        command("contacts", in: "Kit", ["DatasyncTesting"] + dialects),
        command(
            "conformance", in: "Kit", ["DatasyncLog", "DatasyncTesting", "DatasyncTestingInternals", "DatasyncTree"]),
        command("bench", in: "Kit", client + dialects),
        // The server, requests to one, and tools for its data and rules; only a message without the trait Server.
        command(
            "datasync", in: "Server",
            messages + storage + [
                "DatasyncBackend", "DatasyncDiagram", "DatasyncWebSocket", "DatasyncServer", database,
            ]
                + operation
                + digests + [
                    .product(
                        name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Server"]))
                ]),
        // Symbols that rewritten code still calls and that the new dialect lacks.
        module("MigrationSupport", in: "Migrator", client + ["DatasyncLegacy"]),
        module(
            "DatasyncLegacyToCallback", in: "Migrator",
            client + ["MigrationSupport", "DatasyncLegacy", "DatasyncCallback"]),
        module(
            "DatasyncLegacyToAsync", in: "Migrator", client + ["MigrationSupport", "DatasyncLegacy", "DatasyncAsync"]),
        // The tool that rewrites code of the legacy dialect; empty without its trait.
        module("DatasyncMigrator", in: "Migrator", syntax),
        command("datasync-migrate", in: "Migrator", ["DatasyncMigrator"]),
        // The command `swift package migrate-datasync`; without the trait, the tool says how to enable it.
        .plugin(
            name: "MigrateDatasync",
            capability: .command(
                intent: .custom(
                    verb: "migrate-datasync", description: "Rewrites code of an older dialect into another dialect."),
                permissions: [.writeToPackageDirectory(reason: "It rewrites the sources of the package.")]),
            dependencies: ["datasync-migrate"], path: "Sources/Migrator/MigrateDatasync"),
        // The tasks that the migration guides show, in each dialect.
        .target(name: "MigrationPairs", dependencies: dialects, path: "Migration/Pairs", swiftSettings: settings),

        // The random generator, the random data and a transport of all tests.
        .target(
            name: "TestSupport", dependencies: messages, path: "Tests/Support/TestSupport", swiftSettings: settings),
        // Clients of one back end, with the tools that tests of the client module and of the dialects share.
        .target(
            name: "ClientTestSupport", dependencies: everything + dialects + ["DatasyncTesting", "TestSupport"],
            path: "Tests/Support/ClientTestSupport", swiftSettings: settings),
        tests("DatasyncTreeTests", in: "Core", ["DatasyncTree", "TestSupport"]),
        tests("DatasyncConcurrencyTests", in: "Core", ["DatasyncConcurrency", "TestSupport"]),
        tests("DatasyncWireTests", in: "Core", ["DatasyncWire", "DatasyncTree", "TestSupport"]),
        tests("DatasyncPromiseTests", in: "Core", ["DatasyncPromise", "DatasyncConcurrency"]),
        tests("DatasyncEngineTests", in: "Core", messages + ["DatasyncEngine", "TestSupport"]),
        tests(
            "DatasyncBackendTests", in: "Backend", messages + ["DatasyncBackend", "DatasyncLog", "TestSupport"],
            resources: [.copy("Resources")]),
        tests(
            "DatasyncLogTests", in: "Backend",
            ["DatasyncLog", "DatasyncConcurrency", "DatasyncTesting", "TestSupport"]),
        tests(
            "DatasyncStorageTests", in: "Backend",
            storage + [
                "DatasyncConcurrency", "DatasyncTesting", "DatasyncTestingInternals", "TestSupport", "journal-process",
            ]),
        // The process that tests of the journal kill.
        .executableTarget(
            name: "journal-process", dependencies: storage + ["DatasyncConcurrency"],
            path: "Tests/Backend/journal-process", swiftSettings: settings),
        // The process that tests of the back end kill, with modes that measure.
        .executableTarget(
            name: "backend-process", dependencies: everything + storage + ["DatasyncLegacy", "TestSupport", database],
            path: "Tests/Core/backend-process", swiftSettings: settings),
        tests(
            "DatasyncLiveTests", in: "Core", ["DatasyncLive", "DatasyncEngine", "DatasyncTree", "DatasyncConcurrency"]),
        tests(
            "DatasyncURLSessionTests", in: "Server",
            everything + ["DatasyncURLSession", "DatasyncTesting", "TestSupport", "DatasyncAsync"]),
        tests(
            "DatasyncClientTests", in: "Core",
            everything + storage + dialects
                + ["DatasyncTesting", "TestSupport", "ClientTestSupport", "backend-process"]),
        // A dialect alone; DatasyncDialectTests is about several at once.
        tests("DatasyncLegacyTests", in: "Dialects", ofDialects + ["DatasyncLegacy"]),
        tests("DatasyncCallbackTests", in: "Dialects", ofDialects + ["DatasyncCallback"]),
        tests("DatasyncAsyncTests", in: "Dialects", ofDialects + ["DatasyncAsync"]),
        tests("DatasyncDialectTests", in: "Dialects", ofDialects + dialects + storage),
        tests(
            "DatasyncTestingTests", in: "Kit",
            everything + dialects + [
                "DatasyncLog", "DatasyncTesting", "DatasyncTestingInternals", "TestSupport", "ClientTestSupport",
            ],
            resources: [.copy("Resources")]),
        tests(
            "MigrationTests", in: "Migrator",
            everything + ["DatasyncTesting", "TestSupport", "MigrationPairs"] + dialects
                + ["MigrationSupport", "DatasyncLegacyToCallback", "DatasyncLegacyToAsync"]),
        // The modules that rewritten code is compiled against.
        tests(
            "DatasyncMigratorTests", in: "Migrator",
            ["DatasyncMigrator", "DatasyncLegacyToCallback", "DatasyncLegacyToAsync", "TestSupport"] + syntax,
            exclude: ["Corpus"]),
        tests(
            "DatasyncServerTests", in: "Server",
            everything + storage + dialects
                + [
                    "DatasyncServer", "DatasyncDiagram", "DatasyncTesting", "DatasyncTestingInternals", "TestSupport",
                    "datasync",
                ] + network + tokens + digests + operation
                + [.product(name: "NIOEmbedded", package: "swift-nio", condition: .when(traits: ["Server"]))]),
        tests(
            "DatasyncPostgresTests", in: "Server",
            everything + storage + dialects
                + [
                    "DatasyncPostgres", "DatasyncServer", "DatasyncTesting", "DatasyncTestingInternals", "TestSupport",
                    "datasync",
                ]),
        tests("BenchTests", in: "Kit", ["bench"]),
        tests("HouseTests", in: "House", []),
    ],
    swiftLanguageModes: [.v6]
)

// Stages of the gate that run the tests of a few targets name them, as the others would take most of the build. The plugin
// would compile its tool a second time, with all of swift-syntax.
if let tests = Context.environment["DATASYNC_TESTS"]?.split(separator: " ") {
    package.targets.removeAll { $0.type == .plugin || $0.type == .test && !tests.contains(Substring($0.name)) }
    package.products.removeAll { $0 is Product.Plugin }
}
