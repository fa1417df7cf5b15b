import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@Suite("Long messages, read while their frames arrive")
struct MessageReaderTests {
    /// Reads a message in pieces of a length.
    private func read(_ text: String, pieces length: Int, partBytes: Int) throws -> BackendMessage? {
        var reader = MessageReader(partBytes: partBytes)
        let frames = Frames.cut(text, limit: length)
        let pieces = frames.count == 1 ? ["1", text] : frames
        for frame in pieces.dropLast() {
            let early = try reader.accept(frame)
            #expect(early == nil)
        }
        let message = try reader.accept(pieces[pieces.count - 1])
        #expect(reader.progress == nil && reader.heldBytes == 0)
        return message
    }

    private func data(_ generator: inout SeededGenerator) -> JSON {
        .object(
            (0..<generator.below(8)).map { index in
                let isPrioritized = generator.chance(50)
                let value =
                    isPrioritized ? generator.node(depth: 3, priorities: 40).exportJSON : generator.json(levels: 4)
                return JSON.Member("k\(index)", value)
            })
    }

    @Test("a message in pieces is the message that its whole text is")
    func equal() throws {
        var generator = SeededGenerator(salt: 43_000)
        for round in 0..<600 {
            let data = data(&generator).text
            let texts = [
                #"{"t":"d","d":{"a":"d","b":{"p":"a/b","d":\#(data)}}}"#,
                #"{"t":"d","d":{"a":"d","b":{"p":"a/b","d":\#(data),"t":7}}} "#,
                #"{"d":{"b":{"p":"a/b","d":\#(data)},"a":"d"},"t":"d"}"#,
                #"{"t":"d","d":{"a":"m","b":{"p":"a","d":\#(data)}}}"#,
                #"{"t":"d","d":{"a":"m","b":{"d":\#(data),"t":3,"p":"a"}}}"#,
                #"{"t":"d","d":{"r":12,"b":{"s":"ok","d":\#(data)}}}"#,
                #"{"t":"d","d":{"r":12,"b":{"s":"failed","d":\#(data)}}}"#,
                #"{"t":"d","d":{"a":"c","b":{"p":"a","s":"failed","d":\#(data)}}}"#,
                #"{"t":"d","d":{"a":"zz","b":{"p":"a","d":\#(data)}}}"#,
                #"{"t":"d","d":{"a":"d","b":{"p":"a..","d":\#(data)}}}"#,
                #"{"t":"d","d":{"a":"d","b":{"p":"a","d":\#(data)}}"#,
                #"{"t":"d","d":{"a":"d","b":{"p":"a","d":\#(data)}}}}"#,
            ]
            for text in texts {
                let whole = try? BackendMessage(text: text)
                let pieces = generator.pick([20, 40, 60, 16_384])
                let divided = (try? read(text, pieces: pieces, partBytes: 1 + generator.below(40))).flatMap(\.self)
                #expect(divided?.text == whole?.text, "round \(round), pieces of \(pieces): \(text), \(Seed.note)")
            }
        }
    }

    @Test("beside the data, at most one part and one frame are held")
    func held() throws {
        let contacts = (0..<6_000).map { index in
            #""c\#(index)":{"name":"Contact \#(index)","tags":{"a":true,"b":\#(index)}}"#
        }
        let data = "{\"contacts\":{\(contacts.joined(separator: ","))}}"
        for name in ["d", "m"] {
            let text = #"{"t":"d","d":{"a":"\#(name)","b":{"p":"","d":\#(data),"t":1}}}"#
            var reader = MessageReader()
            var message: BackendMessage?
            var (held, last) = (0, LoadingProgress(pieces: 1))
            for frame in Frames.cut(text) {
                message = try reader.accept(frame)
                held = max(held, reader.heldBytes)
                if let progress = reader.progress {
                    #expect(progress.receivedBytes >= last.receivedBytes)
                    last = progress
                }
            }
            #expect(text.utf8.count > 300_000)
            #expect(held < 64 << 10 + 16_384 + 1_000)
            #expect(last.path == .root && last.receivedPieces == last.pieces - 1)
            #expect(message?.text == (try BackendMessage(text: text)).text)
        }
    }

    @Test(
        "an error in the data names the part",
        arguments: [
            (
                #"{"a":1,"b":tru,"c":2}"#,
                "In part 2 of the data of a long message: Malformed JSON at line 1, column 6: "
            ),
            (#"{"a":1,"b.":2}"#, "In part 2 of the data of a long message: In the value at /x: The key \"b.\" "),
            (#"{"a":1,"b":[}"#, "Malformed JSON: a closing bracket that does not match the open one."),
            (#"{"a":1,"b":"x"#, "The data of a message in 1 pieces do not end; a bracket is missing."),
        ])
    func errors(data: String, message: String) {
        let error = #expect(throws: DatasyncError.self) {
            try read(#"{"t":"d","d":{"a":"d","b":{"p":"x","d":\#(data)}}}"#, pieces: 16_384, partBytes: 1)
        }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test("data of a response that are no data of the tree are ignored, as in a short one")
    func foreignResponse() throws {
        let text = #"{"t":"d","d":{"r":1,"b":{"s":"ok","d":{"a.b":1,"c":2}}}}"#
        guard case .response(let response)? = try read(text, pieces: 16_384, partBytes: 1) else {
            Issue.record("no response")
            return
        }
        #expect(response.number == 1 && response.data == nil)
    }
}
