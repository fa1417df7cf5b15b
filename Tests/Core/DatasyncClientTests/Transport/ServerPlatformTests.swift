import DatasyncAsync
import Foundation
import Testing

@testable import DatasyncClient

@Suite("The platform of a server")
struct ServerPlatformTests {
    @Test(
        "an address that is not valid is refused, with its problem and the right form",
        arguments: [
            ("ftp://host", "has the scheme \"ftp\""), ("ws://", "has no host"),
            ("ws://host/path", "has a path"), ("ws://user@host", "has a user name"),
            ("ws://host:0", "has the port \"0\""),
        ])
    func malformed(address: String, problem: String) throws {
        let configuration = WebcomConfiguration.fromEnvironment(["WEBCOM_PLATFORM": address], information: nil)
        let refusal = try #require(configuration.refusal)
        #expect(refusal.code == .invalidConfiguration)
        #expect(refusal.message.contains(problem))
        #expect(refusal.message.contains("use ws://HOST:PORT"))
    }

    @Test("two configurations of one address have the same platform")
    func same() throws {
        let url = try #require(URL(string: "ws://localhost:9000"))
        #expect(WebcomConfiguration.Platform.server(url).isSame(as: .server(url)))
        #expect(!WebcomConfiguration.Platform.server(url).isSame(as: .server(url, path: .webcom)))
        #expect(!WebcomConfiguration.Platform.server(url).isSame(as: .embedded))
        #expect(WebcomConfiguration.Platform.server(url).description == "Platform(server ws://localhost:9000)")
    }

    #if !WebSocket && !canImport(Darwin)
        @Test("without the trait WebSocket the error names the trait and how to enable it")
        func trait() throws {
            let url = try #require(URL(string: "wss://localhost:9000"))
            let configuration = WebcomConfiguration(identifier: "shop", platform: .server(url))
            let refusal = try #require(configuration.refusal)
            #expect(refusal.code == .invalidConfiguration)
            #expect(refusal.message.contains("wss://localhost:9000/.ws?v=5&ns=shop"))
            #expect(refusal.message.contains("traits: [\"WebSocket\"]"))
        }
    #endif
}
