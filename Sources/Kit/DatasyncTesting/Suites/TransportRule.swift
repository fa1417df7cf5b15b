import DatasyncWire

/// One rule of a ``TransportSuite``.
struct TransportRule: Sendable {
    let name: String
    let run: @Sendable (TransportBench) async throws -> Void

    static let all = carrying + ending + calling

    private static let carrying = [
        TransportRule(name: "frames that are sent at once after opening arrive in order") { bench in
            let client = bench.open()
            let frames = (1...1_000).map(String.init)
            for frame in frames { client.send(frame) }
            try await bench.wait("the back end has all frames") {
                bench.backend.ends.first?.frames.count == frames.count
            }
            try require(bench.backend.ends.first?.frames ?? [], frames, "the frames")
        },
        TransportRule(name: "frames of the back end arrive in order") { bench in
            let (client, backend) = try await bench.connected()
            let frames = (1...1_000).map(String.init)
            for frame in frames { backend.send(frame) }
            try await bench.wait("the client has all frames") { client.frames.count == frames.count }
            try require(client.frames, frames, "the frames")
        },
        TransportRule(name: "a frame with any text arrives unchanged, up to the longest that the library sends") {
            bench in
            let texts = [
                "0", " ", "\u{0}\u{1F}\"\\\n\r\n", "e\u{301} \u{E9}", "\u{1F600}\u{2028}\u{FEFF}",
                String(repeating: "\u{1F600}", count: Frames.limit / 2), String(repeating: "a", count: Frames.limit),
            ]
            let (client, backend) = try await bench.connected()
            for text in texts {
                client.send(text)
                backend.send(text)
            }
            try await bench.wait("both have all frames") {
                client.frames.count == texts.count && backend.frames.count == texts.count + 1
            }
            for (text, (there, back)) in zip(texts, zip(backend.frames.dropFirst(), client.frames)) {
                try require(
                    Array(there.unicodeScalars) == Array(text.unicodeScalars),
                    "the back end has \(text.debugDescription.prefix(60))")
                try require(
                    Array(back.unicodeScalars) == Array(text.unicodeScalars),
                    "the client has \(text.debugDescription.prefix(60))")
            }
        },
        TransportRule(name: "connections do not disturb each other") { bench in
            let (first, firstBackend) = try await bench.connected()
            let (second, secondBackend) = try await bench.connected()
            for number in 1...100 {
                first.send("a\(number)")
                second.send("b\(number)")
                firstBackend.send("c\(number)")
                secondBackend.send("d\(number)")
            }
            try await bench.wait("all frames have arrived") {
                [firstBackend, secondBackend].allSatisfy { $0.frames.count == 101 }
                    && [first, second].allSatisfy { $0.frames.count == 100 }
            }
            try require(
                firstBackend.frames.dropFirst().allSatisfy { $0.hasPrefix("a") }, "frames keep to their connection")
            try require(second.frames.allSatisfy { $0.hasPrefix("d") }, "frames keep to their connection")
            first.close()
            try await bench.wait("the first connection has ended") { firstBackend.closings == 1 }
            second.send("still")
            try await bench.wait("the second connection goes on") { secondBackend.frames.last == "still" }
        },
    ]

    private static let ending = [
        TransportRule(name: "closing by the client ends the back end's connection, after the frames sent before") {
            bench in
            let (client, backend) = try await bench.connected()
            client.send("last")
            client.close()
            try await bench.wait("the back end's connection has ended") { backend.closings == 1 }
            try require(backend.frames.dropFirst(), ["last"], "the later frames")
        },
        TransportRule(name: "closing by the back end is reported once, after the frames sent before") { bench in
            let (client, backend) = try await bench.connected()
            backend.send("last")
            backend.close()
            try await bench.wait("the client's connection has ended") { client.closings > 0 }
            try require(client.frames, ["last"], "the frames")
            try await bench.settle()
            try require(client.closings, 1, "the number of reports")
        },
        TransportRule(name: "closing twice and sending afterwards have no effect") { bench in
            let (client, backend) = try await bench.connected()
            client.close()
            client.close()
            client.send("late")
            try await bench.wait("the back end's connection has ended") { backend.closings > 0 }
            try await bench.settle()
            try require(backend.frames.count, 1, "the number of frames")
            try require(backend.closings, 1, "the number of reports")
        },
        TransportRule(name: "sending and closing after the back end has closed have no effect") { bench in
            let (client, backend) = try await bench.connected()
            backend.close()
            try await bench.wait("the client's connection has ended") { client.closings > 0 }
            client.send("late")
            client.close()
            try await bench.settle()
            try require(backend.frames.count, 1, "the number of frames")
            try require(client.closings, 1, "the number of reports")
        },
        TransportRule(name: "a connection that the back end closes while it opens is reported as closed") { bench in
            bench.backend.refuse()
            let client = bench.open()
            try await bench.wait("the client's connection has ended") { client.closings > 0 }
            try require(client.frames, [], "the frames")
        },
        TransportRule(name: "a connection can be closed while it opens") { bench in
            for _ in 1...20 { bench.open().close() }
            try await bench.settle()
        },
    ]

    private static let calling = [
        TransportRule(name: "frames can be sent while receiving") { bench in
            let (client, backend) = try await bench.connected()
            client.onEvent { [weak client] event in
                if case .frame(let text) = event { client?.send("re \(text)") }
            }
            for number in 1...100 { backend.send("\(number)") }
            try await bench.wait("the back end has all replies") { backend.frames.count == 101 }
            try require(Array(backend.frames.dropFirst()), (1...100).map { "re \($0)" }, "the replies")
        },
        TransportRule(name: "a connection can be closed while receiving") { bench in
            let (client, backend) = try await bench.connected()
            client.onEvent { [weak client] event in
                if case .frame = event { client?.close() }
            }
            backend.send("end")
            try await bench.wait("the back end's connection has ended") { backend.closings == 1 }
            try await bench.settle()
        },
        TransportRule(name: "frames of many threads arrive, each once and whole") { bench in
            let (client, backend) = try await bench.connected()
            await withTaskGroup(of: Void.self) { group in
                for writer in 1...8 {
                    group.addTask { for number in 1...100 { client.send("\(writer) \(number)") } }
                }
            }
            try await bench.wait("the back end has all frames") { backend.frames.count == 801 }
            for writer in 1...8 {
                let frames = backend.frames.filter { $0.hasPrefix("\(writer) ") }
                try require(frames, (1...100).map { "\(writer) \($0)" }, "the frames of writer \(writer)")
            }
        },
    ]
}
