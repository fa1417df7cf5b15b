#if Server
    import DatasyncTesting
    import DatasyncTestingInternals
    import DatasyncTree
    import TestSupport
    import Testing

    @testable import DatasyncServer
    @testable import datasync

    /// Webhooks of servers in processes of their own, which are killed, and the commands for them.
    @Suite("Webhooks of server processes", .serialized, .timeLimit(.minutes(30)))
    struct WebhookProcessTests {
        private static let secret = "the secret of the owner of this server"

        private func arguments(_ folder: TestFolder, _ receiver: WebhookReceiver) throws -> [String] {
            [
                "--data", folder.file("data"), "--webhook-host", receiver.host, "--admin-secret-file",
                try folder.write(Self.secret, to: "secret"),
            ]
        }

        @Test("a server that is killed between a delivery and its note loses no event, and repeats few [webhooks 5]")
        func killed() async throws {
            let receiver = try await WebhookReceiver.start()
            let folder = try TestFolder()
            let owner = ["Authorization: Bearer \(Self.secret)"]
            var written = 0
            let rounds = 6
            for round in 0..<rounds {
                try await ServerChild.run(arguments: try arguments(folder, receiver)) { server in
                    if round == 0 {
                        let body = "{\"path\": \"/a\", \"url\": \"\(receiver.url)\", \"events\": [\"value\"]}"
                        let reply = try await server.send("POST", "/.settings/webhooks.json", body, headers: owner)
                        try #require(reply.status == 200, "\(reply.body)")
                    }
                    // The server is killed when the receiver has this event, and has not answered.
                    let last = written + 4 + round
                    receiver.answer { request, _ in request.line == "value \(last)" ? .nothing : .status(200) }
                    for _ in 0..<10 {
                        written += 1
                        let reply = try await server.send("PUT", "/a.json", "\(written)", headers: owner)
                        try #require(reply.status == 200)
                    }
                    try await waitUntil("event \(last) has arrived", milliseconds: 240_000) {
                        receiver.lines.last == "value \(last)"
                    }
                    server.child.kill()
                }
            }
            receiver.answer { _, _ in .status(200) }
            try await ServerChild.run(arguments: try arguments(folder, receiver)) { server in
                try await waitUntil("the last event has arrived", milliseconds: 240_000) {
                    receiver.lines.last == "value \(written)"
                }
                server.child.kill()
            }
            let numbers = receiver.lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            #expect(numbers.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == Array(1...written))
            let ids = Dictionary(grouping: receiver.requests, by: \.id)
            #expect(ids.count == written && ids.values.allSatisfy { Set($0.map(\.body)).count == 1 })
            #expect(ids.values.count { $0.count > 1 } >= rounds)
            print("\(rounds) kills: \(written) events, \(numbers.count - written) of them again")
            try await receiver.stop()
        }

        @Test("the commands add, list, show, pause, resume and remove a webhook [webhooks 7]")
        func commands() async throws {
            let receiver = try await WebhookReceiver.start()
            let folder = try TestFolder()
            try await ServerChild.run(arguments: try arguments(folder, receiver)) { server in
                let options = [
                    "--url", "http://127.0.0.1:\(server.port)", "--token-file", folder.file("secret"),
                ]
                func run(_ words: String...) async throws -> String {
                    try await CommandOutput.text(["webhooks"] + words + options)
                }
                let added = try JSONParser.parse(
                    try await run("add", "/a", receiver.url, "--events", "value,child_added"))
                let id = try #require(added["id"]?.string)
                #expect(added["secret"]?.string?.hasPrefix("whsec_") == true)
                #expect(try await run("list").contains(id))
                let paused = try JSONParser.parse(try await run("pause", id))
                #expect(paused["status"]?.string == "paused")
                #expect(try JSONParser.parse(try await run("resume", id))["status"]?.string == "active")
                try await waitUntil("the reload has arrived", milliseconds: 240_000) {
                    receiver.lines == ["reload null"]
                }
                let shown = try JSONParser.parse(try await run("show", id))
                #expect(shown["url"]?.string == receiver.url && shown["secret"] == nil)
                _ = try await run("remove", id)
                #expect(try await run("list").contains(id) == false)
            }
            try await receiver.stop()
        }

        @Test("a terminal shows a webhook in one line")
        func line() {
            let json: JSON = [
                "id": "x", "status": "parked", "path": "/a", "url": "https://e.org/", "events": ["value"],
                "reason": "r",
            ]
            #expect(WebhooksCommand.line(json) == "x  parked  /a  value  https://e.org/  r")
        }
    }
#endif
