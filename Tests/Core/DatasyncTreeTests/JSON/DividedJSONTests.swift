import DatasyncTree
import TestSupport
import Testing

@Suite("JSON text in parts")
struct DividedJSONTests {
    /// Divides a text that arrives in pieces of a length.
    private func parts(
        of text: String, limit: Int, pieces: Int
    ) throws(DatasyncError) -> (parts: [JSONDivider.Part], end: Int?) {
        let bytes = Array(text.utf8)
        var divider = JSONDivider(limit: limit)
        var parts: [JSONDivider.Part] = []
        var start = 0
        while start < bytes.count {
            let piece = bytes[start..<min(bytes.count, start + pieces)]
            if let end = try divider.accept(piece, emit: { parts.append($0) }) { return (parts, end) }
            start = piece.endIndex
        }
        return (parts, nil)
    }

    /// Returns the node of the parts of a text.
    private func node(of text: String, limit: Int, pieces: Int) throws -> Node {
        let divided = try parts(of: text, limit: limit, pieces: pieces)
        _ = try #require(divided.end, "the text does not end")
        var assembler = NodeAssembler(at: .root)
        for part in divided.parts {
            try assembler.add(try JSONParser.parse(part.text), begun: part.begun, open: part.open)
        }
        return assembler.finish()
    }

    @Test("a part closes the containers that are open, and the next one opens them again")
    func shape() throws {
        let text = #"{"a":{"b":[1,{"c":2,"d":3}],"e":4},"f":5}"#
        let parts = try parts(of: text, limit: 1, pieces: 3).parts
        #expect(
            parts.map { "\($0.begun) \(String(decoding: $0.text, as: UTF8.self)) \($0.open)" } == [
                #"0 {"a":{"b":[1]}} 3"#, #"3 {"a":{"b":{"1":{"c":2}}}} 4"#, #"4 {"a":{"b":{"1":{"d":3}}}} 2"#,
                #"2 {"a":{"e":4}} 1"#, #"1 {"f":5} 0"#,
            ])
    }

    @Test("the place behind the end is found, also inside a piece")
    func end() throws {
        #expect(try parts(of: #"{"a":"}]"} , "b""#, limit: 100, pieces: 100).end == 10)
        #expect(try parts(of: #"{"a":"}\"]"} "#, limit: 100, pieces: 1).end == 12)
        #expect(try parts(of: #"{"a":[1,2}"#.dropLast() + "", limit: 100, pieces: 1).end == nil)
    }

    @Test("any text, divided anywhere, gives the node of the whole text")
    func nodes() throws {
        var generator = SeededGenerator(salt: 41_000)
        for round in 0..<1_000 {
            let json = generator.json(levels: 5)
            guard json.members != nil || json.array != nil else { continue }
            var text = json.text
            if generator.chance(30) { text = text.replacing(",", with: " ,\n\t").replacing(":", with: " : ") }
            let whole = try Node(JSONParser.parse(text))
            let (limit, pieces) = (1 + generator.below(60), 1 + generator.below(20))
            let divided = try self.node(of: text, limit: limit, pieces: pieces)
            #expect(divided == whole, "round \(round), limit \(limit), pieces of \(pieces): \(text), \(Seed.note)")
            #expect(divided.size == whole.size, "round \(round), \(Seed.note)")
        }
    }

    @Test("a damaged text is refused as a whole and in parts, or gives the same node")
    func damaged() throws {
        var generator = SeededGenerator(salt: 42_000)
        var (refused, read) = (0, 0)
        for round in 0..<3_000 {
            let node = generator.node(depth: 4)
            guard !node.isLeaf, !node.isNull else { continue }
            var bytes = Array(node.exportJSON.text.utf8)
            let characters = Array("{}[]\":,\\ 1an.".utf8)
            let index = 1 + generator.below(bytes.count - 1)
            switch generator.below(3) {
            case 0: bytes[index] = generator.pick(characters)
            case 1: bytes.insert(generator.pick(characters), at: index)
            default: bytes.remove(at: index)
            }
            guard let text = String(validating: bytes, as: UTF8.self) else { continue }
            let limit = 1 + generator.below(30)
            let whole = try? Node(JSONParser.parse(text))
            // The divider ends at the last bracket; its caller reads what follows.
            let divided = try? parts(of: text, limit: limit, pieces: 7)
            let isWhole = divided?.end.map { text.utf8.dropFirst($0).allSatisfy { $0 == 32 } } ?? false
            let parts = isWhole ? try? self.node(of: text, limit: limit, pieces: 7) : nil
            #expect(parts == whole, "round \(round), limit \(limit): \(text), \(Seed.note)")
            if whole == nil { refused += 1 } else { read += 1 }
        }
        #expect(refused > 500 && read > 200, "\(refused) refused, \(read) read")
    }

    @Test(
        "members that only the whole text shows to be wrong are refused",
        arguments: [
            (#"{"a":1,"b":2,"a":3}"#, "The value at / has the member \"a\" twice."),
            (#"{"a":{"x":1,"y":2},"b":1,"a":{"z":1,"w":2}}"#, "The value at / has the member \"a\" twice."),
            (#"{"a":1,".priority":1,"b":2,".priority":2}"#, "The value at / has the member \".priority\" twice."),
            (#"{"a":{"x":1,".value":2}}"#, "The value at /a has \".value\" beside children."),
            (#"{"a":1,"b":2,}"#, "Malformed JSON: a comma before a closing bracket."),
            (#"{"a":[1,2}]"#, "Malformed JSON: a closing bracket that does not match the open one."),
            (
                String(repeating: "[1,", count: 513),
                "Malformed JSON: nested deeper than the limit of 512 levels."
            ),
        ])
    func refusals(text: String, message: String) {
        let error = #expect(throws: DatasyncError.self) { try node(of: text, limit: 1, pieces: 5) }
        #expect(error?.message == message)
    }

    @Test("a priority belongs to its node, in whatever part it comes")
    func priorities() throws {
        for text in [
            #"{".priority":1,"a":1,"b":{"c":2,".priority":"p"}}"#,
            #"{"a":1,"b":{".priority":"p","c":2},".priority":1}"#,
            #"{"a":1,".priority":1,"b":{"c":{".value":2},".priority":"p"}}"#,
        ] {
            let node = try node(of: text, limit: 1, pieces: 4)
            #expect(node.exportJSON.text == #"{".priority":1,"a":1,"b":{".priority":"p","c":2}}"#)
        }
        #expect(try node(of: #"{"a":{"b":null,"c":null},".priority":1}"#, limit: 1, pieces: 9).isNull)
    }

    @Test("a primitive with a priority is in one part")
    func prioritizedPrimitives() throws {
        for text in [
            #"{"a":{".value":1,".priority":2},"b":3}"#, #"{"a":{".priority":2,".value":1},"b":3}"#,
            #"{"a":{"\u002evalue":1,".priority":2},"b":{".value":3,".priority":null}}"#,
            #"{".value":7,".priority":1}"#,
            #"[{".value":1,".priority":2},{".priority":"p","x":1,"y":2}]"#,
        ] {
            let whole = try Node(JSONParser.parse(text))
            for limit in 1..<text.utf8.count {
                #expect(try node(of: text, limit: limit, pieces: 3) == whole, "limit \(limit): \(text)")
            }
        }
    }

    @Test("any data with priorities, divided anywhere, give their node")
    func prioritizedNodes() throws {
        var generator = SeededGenerator(salt: 43_000)
        var divided = 0
        for round in 0..<1_000 {
            let whole = generator.node(depth: 4, priorities: 40)
            guard !whole.isNull, !whole.isLeaf else { continue }
            let (limit, pieces) = (1 + generator.below(60), 1 + generator.below(20))
            let text = whole.exportJSON.text
            divided += try parts(of: text, limit: limit, pieces: pieces).parts.count - 1
            #expect(
                try node(of: text, limit: limit, pieces: pieces) == whole,
                "round \(round), limit \(limit): \(text), \(Seed.note)")
        }
        #expect(divided > 1_000, "\(divided) cuts")
    }

    @Test("a member without a name is refused by its part, wherever a cut falls")
    func namelessMembers() throws {
        for text in [
            #"{".priority":"p","x":{"b":1,2,3}}"#, #"{"b":1,{"c":2,"d":3}}"#,
            #"{"b":1,{"c":{"d":1,"e":2},"f":3},"g":4}"#,
            #"{"a":{"b":1,[1,{"c":2,3}]}}"#, #"{,"a":1}"#, #"{"a":1,,"b":2}"#, #"{:1,"b":2,3}"#,
        ] {
            for limit in 1..<text.utf8.count {
                for spaces in [0, 60] {
                    let text = text.replacing("\"b\"", with: String(repeating: " ", count: spaces) + "\"b\"")
                    #expect(throws: DatasyncError.self) { try node(of: text, limit: limit, pieces: 3) }
                    // Some users collect the parts before they read them.
                    _ = try? parts(of: text, limit: limit, pieces: 3)
                }
            }
        }
    }

    @Test("the members of a hostile primitive are not held back")
    func hostilePrimitive() throws {
        var divider = JSONDivider(limit: 100)
        var most = 0
        for index in 0..<1_000 {
            let member = #"".value":"\#(String(repeating: "x", count: 20))""#
            _ = try divider.accept(Array((index == 0 ? "{\(member)" : ",\(member)").utf8)[...]) { _ in }
            most = max(most, divider.heldBytes)
        }
        #expect(most < 300)
    }

    @Test("at most one part and one member are held")
    func held() throws {
        var divider = JSONDivider(limit: 1_000)
        let members = (0..<2_000).map { #""key\#($0)":"\#(String(repeating: "x", count: 80))""# }
        var (most, parts) = (0, 0)
        for (index, member) in members.enumerated() {
            _ = try divider.accept(Array((index == 0 ? "{\(member)" : ",\(member)").utf8)[...]) { _ in parts += 1 }
            most = max(most, divider.heldBytes)
        }
        #expect(most < 1_200)
        #expect(parts > 150)
    }
}
