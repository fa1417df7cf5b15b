import ClientTestSupport
import DatasyncAsync
import DatasyncConcurrency
import DatasyncStorage
import DatasyncTree
import Foundation
import TestSupport
import Testing

@testable import DatasyncClient

/// The directory of an offline store: whose it is, and the files in it that are not the store's.
struct StoreDirectoryTests {
    private func application(
        _ identifier: String, _ platform: WebcomConfiguration.Platform, _ directory: StoreFixture, adopts: Bool = false,
        diagnostics: @escaping @Sendable (WebcomError) -> Void = { _ in }
    ) -> WebcomApplication {
        var configuration = WebcomConfiguration(identifier: identifier, platform: platform)
        configuration.cacheMode = .automatic(at: directory.url)
        configuration.diagnostics = diagnostics
        configuration.adoptStore = adopts
        let application = WebcomApplication(configuration: configuration)
        application.defaultQueue = DispatchQueue(label: "directory")
        return application
    }

    private func set(_ value: Int, at path: String, _ application: WebcomApplication) async throws {
        let manager = application.datasyncService.createManager()
        try await manager.nodeThrows(for: path).set(value)
        withExtendedLifetime(manager) {}
    }

    /// Leaves a pending write in the store.
    private func leaveWrite(_ identifier: String, _ platform: WebcomConfiguration.Platform, _ directory: StoreFixture)
        async throws
    {
        let application = application(identifier, platform, directory)
        application.datasyncService.isConnectionEnabled = false
        let manager = application.datasyncService.createManager()
        let node = try manager.nodeThrows(for: "left")
        _ = node.promise.set(1)
        #expect(try await node.value().decoded(as: Int.self) == 1)
    }

    @Test("a store opened with another identifier is refused with both names, and keeps its writes [offline 14]")
    func identifier() async throws {
        let (directory, mine, other) = (try StoreFixture(), EmbeddedBackend(), EmbeddedBackend())
        try await leaveWrite("shop-a", .embedded(in: mine), directory)
        do {
            let wrong = application("shop-b", .embedded(in: other), directory)
            let error = await #expect(throws: WebcomError.self) { try await self.set(2, at: "n", wrong) }
            #expect(error?.code == .invalidConfiguration)
            for text in ["shop-a", "shop-b", "adoptStore", directory.url.path] {
                #expect(error?.message.contains(text) == true, "\(error?.message ?? "") lacks \(text)")
            }
        }
        #expect(other.data == nil)
        #expect(try directory.names("") == ["store"], "Nothing is set aside.")
        try await set(3, at: "n", application("shop-a", .embedded(in: mine), directory))
        #expect((mine.data as? [String: Int]) == ["left": 1, "n": 3])
    }

    @Test("a store opened with another platform is refused, unless it is adopted; then it is the other's [offline 14]")
    func platform() async throws {
        let (directory, backend) = (try StoreFixture(), EmbeddedBackend())
        try await leaveWrite("shop", .transport(PlayedTransport()), directory)
        let error = await #expect(throws: WebcomError.self) {
            try await self.set(2, at: "n", self.application("shop", .embedded(in: backend), directory))
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("transport PlayedTransport") == true)
        #expect(error?.message.contains("embedded") == true)
        #expect(backend.data == nil)
        try await set(3, at: "n", application("shop", .embedded(in: backend), directory, adopts: true))
        #expect((backend.data as? [String: Int]) == ["left": 1, "n": 3])
        try await set(4, at: "n", application("shop", .embedded(in: backend), directory))
        #expect((backend.data as? [String: Int]) == ["left": 1, "n": 4])
    }

    @Test("a store of an earlier version, without a binding, is bound when it is opened [offline 14]")
    func olderStore() async throws {
        let (directory, backend) = (try StoreFixture(), EmbeddedBackend())
        try await leaveWrite("shop-a", .embedded(in: backend), directory)
        try FileManager.default.removeItem(at: directory.url.appending(path: "binding"))
        try await set(2, at: "n", application("shop-a", .embedded(in: backend), directory))
        #expect(try directory.names().contains("binding"))
        let error = await #expect(throws: WebcomError.self) {
            try await self.set(3, at: "n", self.application("shop-b", .embedded(in: backend), directory))
        }
        #expect(error?.code == .invalidConfiguration)
    }

    @Test("a store is bound to the address and path of a server, to a directory, or to embedded back ends")
    func names() throws {
        func name(_ platform: WebcomConfiguration.Platform) -> String {
            StoreBinding(WebcomConfiguration(identifier: "shop", platform: platform)).platform
        }
        let address = try #require(URL(string: "https://Host:443"))
        #expect(name(.server(address)) == "wss://host/.ws")
        #expect(name(.server(address, path: .webcom)) == "wss://host/_wss/.ws")
        #expect(name(.embedded) == "embedded")
        #expect(name(.embedded(in: EmbeddedBackend())) == "embedded")
        #expect(name(.embedded(at: URL(filePath: "/a/b"))) == "embedded at /a/b")
    }

    @Test("of a damaged store only its own files are set aside [offline 12]")
    func settingAside() async throws {
        let (directory, backend) = (try StoreFixture(), EmbeddedBackend())
        try await leaveWrite("shop", .embedded(in: backend), directory)
        try await set(2, at: "n", application("shop", .embedded(in: backend), directory))
        let notes = directory.url.appending(path: "notes.txt")
        try Data("mine".utf8).write(to: notes)
        let own = try directory.names().filter { $0 != "notes.txt" }
        let segment = try #require(own.first { $0.hasSuffix(".segment") })
        try Data("damage".utf8).write(to: directory.url.appending(path: segment))
        let (reports, report) = AsyncStream.makeStream(of: WebcomError.self)
        let next = application("shop", .embedded(in: backend), directory) { report.yield($0) }
        try await set(3, at: "n", next)
        for await error in reports {
            #expect(error.message.contains("set aside"), "\(error)")
            break
        }
        #expect(try directory.names("") == ["store", "store.set-aside-1"])
        #expect(Set(try directory.names("store.set-aside-1")).isSuperset(of: [segment, "lock", "binding"]))
        #expect(try !directory.names("store.set-aside-1").contains("notes.txt"))
        #expect(try String(contentsOf: notes, encoding: .utf8) == "mine")
        #expect(try directory.names().contains("binding"))
    }

    @Test("a directory that holds other files is refused before anything is created in it [offline 15]")
    func foreignFiles() async throws {
        let (directory, backend) = (try StoreFixture(), EmbeddedBackend())
        try FileManager.default.createDirectory(at: directory.url, withIntermediateDirectories: false)
        try Data().write(to: directory.url.appending(path: "main.swift"))
        let error = await #expect(throws: WebcomError.self) {
            try await self.set(1, at: "n", self.application("shop", .embedded(in: backend), directory))
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("\"main.swift\"") == true)
        #expect(try directory.names() == ["main.swift"])
    }

    @Test(
        "the working, home and root directories are refused [offline 15]",
        arguments: [
            (FileManager.default.currentDirectoryPath, "working"),
            (FileManager.default.currentDirectoryPath + "/.", "working"),
            (NSHomeDirectory(), "home"), ("/", "root"),
        ])
    func places(path: String, name: String) throws {
        let place = StoreDirectory(path: path, binding: nil, adopts: false, fileSystem: SystemFileSystem())
        let error = #expect(throws: WebcomError.self) { try place.check() }
        #expect(error?.code == .invalidConfiguration)
        // One directory may be several of these.
        #expect(error?.message.contains(" directory") == true && error?.message.contains(path) == true, "\(name)")
    }
}
