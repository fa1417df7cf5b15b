#if Server
    import DatasyncConcurrency
    import NIOCore
    import NIOSSL
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// The addresses of receivers: which ones get requests, and how they are checked.
    @Suite("Addresses of webhooks", .timeLimit(.minutes(30)))
    struct WebhookAddressTests {
        @Test("TLS checks the receiver's certificate, with its name [webhooks 8]")
        func secure() async throws {
            let receiver = try await WebhookReceiver.start(isSecure: true)
            let certificate = try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificate.utf8))
            let sender = try WebhookSender(resolver: { _ in ["127.0.0.1"] }, trustRoots: .certificates(certificate))
            for (host, isAccepted) in [("localhost", true), ("receiver.example", false)] {
                let address = try WebhookAddress("https://\(host):\(receiver.port)/x", named: [host])
                let failure = await sender.post(Array("{}".utf8), to: address, of: "w", [])
                #expect((failure == nil) == isAccepted, "\(host): \(failure ?? "accepted")")
            }
            let address = try WebhookAddress("https://localhost:\(receiver.port)/x", named: ["localhost"])
            #expect(
                await (try WebhookSender(resolver: { _ in ["127.0.0.1"] })).post([], to: address, of: "w", []) != nil)
            #expect(receiver.requests.count == 1)
            try await receiver.stop()
        }

        @Test("a name is resolved once, and no address of a private network gets a request [webhooks 8]")
        func privateAddresses() async throws {
            let receiver = try await WebhookReceiver.start()
            let count = Guarded(0)
            // A name that is public when it is looked at, and this machine a moment later.
            let answers = [
                ["93.184.216.34", "127.0.0.1"], ["127.0.0.1"], ["::ffff:127.0.0.1"], ["64:ff9b::7f00:1"], [],
            ]
            for answer in answers {
                count.withLock { $0 = 0 }
                let sender = try WebhookSender(
                    resolver: { _ in
                        count.withLock { count in
                            count += 1
                            return count == 1 ? answer : ["127.0.0.1"]
                        }
                    }, timeout: .seconds(2))
                let address = try WebhookAddress("https://rebinding.example:\(receiver.port)/", named: [])
                let failure = await sender.post([], to: address, of: "w", [])
                #expect(failure != nil && count.withLock(\.self) == 1, "\(answer)")
            }
            for host in ["127.1", "2130706433", "0x7f000001", "localhost", "[::ffff:7f00:1]", "[::]"] {
                let address = try WebhookAddress("https://\(host):\(receiver.port)/", named: [])
                let failure = await (try WebhookSender()).post([], to: address, of: "w", [])
                #expect(
                    failure?.contains("private network") == true || failure?.contains("no address") == true, "\(host)")
            }
            #expect(receiver.requests.isEmpty)
            try await receiver.stop()
        }

        @Test("the public address of this machine gets no request, and a name is not waited for [webhooks 8]")
        func ownAddresses() async throws {
            let receiver = try await WebhookReceiver.start()
            let own = try #require(IPAddress("93.184.216.34"))
            let sender = try WebhookSender(
                resolver: { _ in ["93.184.216.34"] }, ownAddresses: { [own] }, timeout: .seconds(2))
            let address = try WebhookAddress("https://own.example:\(receiver.port)/", named: [])
            let failure = try #require(await sender.post([], to: address, of: "w", []))
            // Users see it, so it does not say where the name leads.
            #expect(failure.contains("leads to this machine") && !failure.contains("93.184"))
            #expect(address.problem(with: "64:ff9b::5db8:d822", own: [own]) != nil)
            #expect(address.problem(with: "64:ff9b::5db8:d823", own: [own]) == nil)
            #expect(IPAddress.ownAddresses()?.contains { $0.isLoopback } == true)
            let isOver = Guarded<CheckedContinuation<Void, Never>?>(nil)
            let patient = try WebhookSender(
                resolver: { _ in
                    await withCheckedContinuation { waiter in isOver.withLock { $0 = waiter } }
                    return ["127.0.0.1"]
                }, timeout: .milliseconds(100))
            #expect(await patient.post([], to: address, of: "w", [])?.contains("not found in") == true)
            isOver.exchange(nil)?.resume()
            #expect(receiver.requests.isEmpty)
            try await receiver.stop()
        }

        @Test("addresses of this machine and of private networks are known in all forms [webhooks 8]")
        func addresses() {
            let others = [
                "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1",
                "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.9",
                "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "::127.0.0.1", "fe80::1",
                "fec0::1", "fc00::1", "fd12::1", "ff02::1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:7f00:1::",
                "2002:a00:1::", "2001::1", "2001:db8::1", "3fff::1", "100::1", "fe80::1%eth0",
            ]
            for text in others { #expect(IPAddress(text)?.isPublic == false, "\(text)") }
            let reachable = [
                "8.8.8.8", "1.1.1.1", "172.32.0.1", "172.15.0.1", "100.128.0.1", "192.167.1.1", "223.255.255.255",
                "2606:4700:4700::1111", "2a00:1450::1", "64:ff9b::8.8.8.8", "2002:808:808::1", "::ffff:8.8.8.8",
            ]
            for text in reachable { #expect(IPAddress(text)?.isPublic == true, "\(text)") }
        }
    }
#endif
