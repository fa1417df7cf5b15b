import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncConcurrency
import DatasyncTree
import DatasyncWire
import Foundation
import Testing

@testable import DatasyncClient
@testable import DatasyncEngine

/// Stores in each form that a version of the library has written, and what becomes of their data and pending writes.
@Suite(.timeLimit(.minutes(10)))
struct OldStoreTests {
    private static let rules = """
        {"rules": {
            "private": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}},
            "open": {".read": true, ".write": "auth == null"}
        }}
        """

    /// An application over a store, which begins without a connection.
    private final class Phone: Sendable {
        let application: WebcomApplication
        let manager: DatasyncManager

        init(
            _ fixture: StoreFixture, _ platform: WebcomConfiguration.Platform,
            diagnose: @escaping @Sendable (WebcomError) -> Void
        ) {
            var configuration = fixture.configuration(platform, diagnostics: diagnose)
            configuration.adoptStore = true
            application = WebcomApplication(configuration: configuration)
            application.defaultQueue = DispatchQueue(label: "old store")
            application.datasyncService.isConnectionEnabled = false
            manager = application.datasyncService.createManager()
        }

        /// Sets the token, without waiting for the back end.
        func use(_ token: String?) {
            if let token {
                application.authentication.signIn(token: token, queue: nil) { _ in }
            } else {
                application.authentication.signOut(queue: nil) { _ in }
            }
        }

        /// Connects, and waits for the writes of a user.
        func finish(_ token: String) async throws {
            application.datasyncService.isConnectionEnabled = true
            try await application.authentication.signIn(token: token)
            try await application.waitForPendingWrites()
            try await application.authentication.signOut()
        }

        /// The text that is known without a connection; `nil` if none is.
        func text(at path: String) async throws -> String? {
            try await manager.nodeThrows(for: path).value().decoded(as: String.self)
        }
    }

    private func phone(_ fixture: StoreFixture, _ platform: WebcomConfiguration.Platform) -> Phone {
        Phone(fixture, platform) { error in
            if error.code != .disconnected { Issue.record("\(error)") }
        }
    }

    private func backend() throws -> EmbeddedBackend {
        let backend = EmbeddedBackend()
        try backend.setRules(Self.rules)
        return backend
    }

    /// Sends requests to the back end in a session, as an earlier process did that ended before the responses arrived.
    private func send(_ requests: [String], to backend: EmbeddedBackend) {
        let link = backend.makePort().link
        let connection = LinkTransport(link).open { _ in }
        for request in requests { connection.send(request) }
        connection.close()
    }

    /// Two writes of `ann` that were sent, of which the back end has the first one, one that was not, and one without a user;
    /// cached data of `ann`, who was the last user.
    private func records(_ store: OldStore) -> [String] {
        let increment = #"{"first":"ann 1","count":{".sv":{"increment":1}}}"#
        return ["1 numbered\n-\na1\n0", "1 numbered\n\(store.user("ann"))\nb2\n0"] + store.caching("ann") + [
            OldStore.cached("/private/ann", #"{"old":"cached"}"#),
            store.wrote(1, "ann", "m", "/private/ann", increment), "1 sent\n1\n1",
            store.wrote(2, "ann", "p", "/private/ann/second", #""ann 2""#), "1 sent\n2\n2",
            store.wrote(3, "ann", "p", "/private/ann/third", #""ann 3""#),
            store.wrote(4, "-", "p", "/open/k", #""nobody""#),
        ]
    }

    private func path(_ text: String) -> Path { Path(text.split(separator: "/").map { Key(unchecked: "\($0)") }) }

    @Test(
        "a store of each form keeps its writes and data for their user, and sends each write once [offline 1, 3, 4, 7]",
        arguments: OldStore.Form.allCases, OldStore.Place.allCases)
    func forms(form: OldStore.Form, place: OldStore.Place) async throws {
        let (fixture, backend, store) = (try StoreFixture(), try backend(), OldStore(form: form))
        send(
            [
                #"{"t":"d","d":{"r":1,"a":"auth","b":{"cred":"ann"}}}"#,
                #"{"t":"d","d":{"r":2,"a":"m","b":{"p":"/private/ann","#
                    + #""d":{"first":"ann 1","count":{".sv":{"increment":1}}},"w":["b2",1,1]}}}"#,
            ], to: backend)
        #expect(backend.backend.data[path("private/ann/count")] == .number(1))
        // The last change follows the first records, as the process went on.
        let later = [store.wrote(5, "ann", "p", "/private/ann/fifth", #""ann 5""#)]
        try OldStore.make(records(store), place, later: later, in: fixture.url.path)
        do {
            // A back end that never answers, so that nothing is sent.
            let phone = phone(fixture, .transport(PlayedTransport()))
            #expect(phone.application.pendingWriteCount == 1)
            #expect(phone.application.pendingWriteCountOfOtherUsers == 4)
            #expect(try await phone.text(at: "open/k") == "nobody")
            #expect(try await phone.text(at: "private/ann/old") == nil)
            phone.use("bob")
            #expect(try await phone.text(at: "private/ann/old") == nil)
            #expect(try await phone.text(at: "private/ann/third") == nil)
            phone.use("ann")
            #expect(phone.application.pendingWriteCountOfOtherUsers == 0)
            for (key, text) in [("old", "cached"), ("first", "ann 1"), ("third", "ann 3"), ("fifth", "ann 5")] {
                #expect(try await phone.text(at: "private/ann/\(key)") == text)
            }
            await phone.application.close()
        }
        // The next process reads what this one has made of the store.
        let phone = phone(fixture, .embedded(in: backend))
        #expect(phone.application.pendingWriteCountOfOtherUsers == 4)
        try await phone.finish("bob")
        #expect(backend.backend.data[path("private/ann/second")].isNull)
        #expect(backend.backend.data[path("open/k")] == .string("nobody"))
        try await phone.finish("ann")
        let expected = #"{"count":1,"fifth":"ann 5","first":"ann 1","second":"ann 2","third":"ann 3"}"#
        #expect(backend.backend.data[path("private/ann")].text == expected)
        #expect(phone.application.pendingWriteCountOfOtherUsers == 0)
    }

    @Test("an identity of 64 bits belongs to the first issuer whose token has the subject [offline 3]")
    func issuers() throws {
        let token = { (claims: String) in "h.\(Data(claims.utf8).base64EncodedString().replacing("=", with: "")).s" }
        let store = OldStore(form: .subjects)
        var state = OfflineState()
        for record in records(store) + [store.wrote(5, "bob", "p", "/private/bob", "1")] {
            state.apply(try OfflineChange(text: record))
        }
        for (name, digits) in OldStore.subjects {
            let digest = try #require(UInt64(digits, radix: 16))
            #expect(UserIdentity.ofEarlierVersion(credential: name) == UserIdentity(earlierDigest: digest))
        }
        for (name, digits) in OldStore.issuers {
            let digest = try #require(UInt128(digits, radix: 16))
            #expect(UserIdentity(credential: name) == UserIdentity(digest: digest))
        }
        var client = EngineState(client: 1, offline: OfflineStart(state: state), now: 0)
        _ = client.authenticate(token(#"{"iss":"a","sub":"ann"}"#))
        #expect(client.pendingWriteCount == 4 && client.otherUsersWriteCount == 1)
        #expect(client.offlineCache.entries.count == 1)
        _ = client.authenticate(token(#"{"iss":"b","sub":"ann"}"#), discardsPendingWrites: false)
        // The first one's writes are pending, so that the user cannot change without a connection.
        #expect(client.pendingWriteCount == 4)
        client = EngineState(client: 2, offline: OfflineStart(state: client.offlineState), now: 0)
        _ = client.authenticate(token(#"{"iss":"b","sub":"ann"}"#))
        #expect(client.pendingWriteCount == 1 && client.otherUsersWriteCount == 4)
        #expect(client.offlineCache.entries.isEmpty)
    }

    @Test("the text of a cache in the first form is reported, and the client begins with an empty cache [offline 10]")
    func cacheText() async throws {
        let records = [OldStore.cached("/list", #"{"a":1}"#)]
        for (text, isRead) in [(records, false), (["1 caching\n-"] + records, true)] {
            let reports = Guarded<[WebcomError]>([])
            let text = Data(OldStore.bytes(text)).base64EncodedString()
            var configuration = WebcomConfiguration(identifier: "shop", platform: .embedded(in: EmbeddedBackend()))
            configuration.cacheMode = .initialized(text)
            configuration.diagnostics = { error in reports.withLock { $0.append(error) } }
            let application = WebcomApplication(configuration: configuration)
            application.datasyncService.isConnectionEnabled = false
            let manager = application.datasyncService.createManager()
            #expect(try await manager.nodeThrows(for: "list/a").value().isKnown == isRead)
            await application.close()
            #expect(reports.withLock { $0.map(\.code) } == (isRead ? [] : [.invalidConfiguration]))
        }
    }

    @Test("a record of a newer version sets the store aside; the writes before it are kept [offline 12]")
    func newer() async throws {
        let (fixture, backend, store) = (try StoreFixture(), try backend(), OldStore(form: .issuers))
        let first = [
            store.wrote(1, "ann", "p", "/private/ann/a", #""before""#), "2 wrote in another form",
            store.wrote(2, "ann", "p", "/private/ann/b", #""after""#),
        ]
        try OldStore.make(first, .records, in: fixture.url.path)
        let (reports, report) = AsyncStream.makeStream(of: WebcomError.self)
        let phone = Phone(fixture, .embedded(in: backend)) { report.yield($0) }
        for await error in reports {
            #expect(error.message.contains("set aside"), "\(error)")
            #expect(error.message.contains("2 wrote in another form"), "\(error)")
            break
        }
        #expect(phone.application.pendingWriteCountOfOtherUsers == 1)
        try await phone.finish("ann")
        #expect(backend.backend.data[path("private/ann")].text == #"{"a":"before"}"#)
        #expect(try fixture.names("") == ["store", "store.set-aside-1"])
    }
}
