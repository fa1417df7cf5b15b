import TestSupport
import Testing

@testable import DatasyncTree

@Suite("Values of a parsed text")
struct JSONTapeTests {
    /// A value with every kind of word, nested and empty.
    private static let text =
        #"{"n":null,"t":true,"f":false,"i":12,"d":-1.5e-7,"s":"plain","e":"a\n\u00e9","w":"é😀","":"","#
        + #""a":[1,[],{},[2,"x"],{"y":[null]}],"o":{"o":{"o":"o"},"p":[]},"last":0}"#

    @Test("a parsed value is the value that is made of the same members")
    func content() throws {
        var random = SeededGenerator(salt: 90)
        for _ in 0..<1_000 {
            let made = random.json(levels: 4)
            expectSame(try json(made.text), made)
        }
        expectSame(
            try json(Self.text),
            [
                "n": nil, "t": true, "f": false, "i": 12, "d": -1.5e-7, "s": "plain", "e": "a\né", "w": "é😀", "": "",
                "a": [1, [], [:], [2, "x"], ["y": [nil]]], "o": ["o": ["o": "o"], "p": []], "last": 0,
            ])
    }

    @Test("members are found by their bytes, and nothing is found in other values")
    func members() throws {
        let value = try json(Self.text)
        for member in try #require(value.members) {
            #expect(value[member.name]?.text == member.value.text)
        }
        for name in ["x", "N", "e\u{301}", "nn", "o.o"] { #expect(value[name] == nil) }
        #expect(try json(#"{"\u0061b":1,"é":2}"#)["ab"]?.integer == 1)
        #expect(try json(#"{"é":2}"#)["e\u{301}"] == nil)
        for text in ["[1]", "1", "\"n\"", "null", "{}"] { #expect(try json(text)["n"] == nil) }
    }

    @Test("a value outlives the text and the value around it")
    func lifetime() throws {
        var inner: JSON?
        do {
            let text = #"{"a":[{"b":"a string longer than fifteen bytes"},"\u0041 decoded string"]}"#
            inner = try JSONParser.parse(Array(text.utf8))["a"]
        }
        let elements = try #require(inner?.array)
        inner = nil
        #expect(elements[0]["b"]?.string == "a string longer than fifteen bytes")
        #expect(elements[1].string == "A decoded string")
    }

    @Test("a word holds its kind, count and offset up to those of the longest text")
    func words() {
        let (most, end) = (JSONTape.maximumTextSize, JSONTape.maximumTextSize + 1)
        for (count, offset) in [(0, 0), (1, 0), (0, 1), (most, 0), (0, end), (most, end), (12_345, 678)] {
            for kind in [JSONTape.Word.Kind.null, .no, .yes, .number, .plainString, .escapedString, .array, .object] {
                let word = JSONTape.Word(kind, count: count, offset: offset)
                #expect(word.kind == kind && word.count == count && word.offset == offset)
                #expect(word.isContainer == (kind == .array || kind == .object))
            }
        }
    }

    @Test("a parsed text becomes the node that the same value becomes if it is made")
    func nodes() throws {
        var random = SeededGenerator(salt: 91)
        for _ in 0..<2_000 {
            let made = random.json(levels: 4)
            let node = try Node(json(made.text))
            #expect(node == (try Node(made)) && node.violatedInvariant == nil, "\(made.text), \(Seed.note)")
        }
    }

    @Test(
        "objects and arrays on both sides of one page become their nodes, in any order and with nulls",
        arguments: [1, 2, 31, 32, 33, 100, 2_000])
    func pages(count: Int) throws {
        var random = SeededGenerator(salt: 92)
        let names = (0..<count).map { $0 % 3 == 0 ? "\($0)" : "name of the child \($0)" }.shuffled(using: &random)
        let members = names.enumerated().map { JSON.Member($0.element, $0.offset % 5 == 4 ? nil : ["v": 1]) }
        for made in [JSON.object(members), .array(members.map(\.value)), ["inner": .object(members)]] {
            let node = try Node(json(made.text))
            #expect(NaiveNode(node) == NaiveNode(made) && node.violatedInvariant == nil, "\(Seed.note)")
        }
    }

    @Test(
        "a value that is not plain takes the reader of written values, wherever that shows",
        arguments: [#"{"a":{"b":[1,{".sv":"timestamp"}]}}"#, #"{"a":[{"b":1},{"b.c":2}]}"#, #"{"a":1,"":{}}"#])
    func notPlain(text: String) throws {
        let parsed = try json(text)
        #expect(Node(plain: parsed, levels: 32) == nil)
        let error = try #require(dataError { _ = try Node(parsed) })
        #expect(error.message == dataError { _ = try Node(parsed.detached) }?.message)
    }

    @Test("a node has as many levels as allowed, and one more is not plain", arguments: ["[", "{\"a\":"])
    func levels(open: String) throws {
        let close = open == "[" ? "]" : "}"
        for levels in [1, 2, 32] {
            let text = String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
            #expect(Node(plain: try json(text), levels: levels) != nil)
            #expect(Node(plain: try json(text), levels: levels - 1) == nil)
        }
    }

    @Test("long names that repeat from sibling to sibling share the text of their key")
    func sharedKeys() throws {
        let siblings = (0..<40).map { #""sibling \#($0)":{"firstName":\#($0),"short":1,"lastName":2}"# }
        let node = try node("{\(siblings.joined(separator: ","))}")
        let keys = node.children.map { $0.value.children.keys }
        #expect(keys.count == 40)
        for own in keys { #expect(own.map(\.text) == ["firstName", "lastName", "short"]) }
        // The second sibling shows that the names repeat.
        for own in keys[1...] { #expect(own[0].box === keys[1][0].box && own[1].box === keys[1][1].box) }
    }

    @Test("long names share the text of their key in a container that was made, and beside priorities")
    func sharedKeysInParts() throws {
        let siblings = (0..<20).map {
            #""sibling \#($0)":{"firstName":\#($0),"list":[{"nested name":1},{"nested name":2}]}"#
        }
        let parsed = try json("{\(siblings.joined(separator: ","))}")
        let inParts = try Node(.object(try #require(parsed.members)))
        let prioritized = try node("{\(siblings.joined(separator: ",")),\".priority\":1}")
        for node in [inParts, prioritized] {
            let boxes = node.children.map { $0.value.children.first { $0.key.text == "firstName" }?.key.box }
            #expect(boxes.count == 20 && boxes[1] != nil && boxes[1...].allSatisfy { $0 === boxes[1] })
        }
    }

    @Test("names that are equal to Swift, but differ in their bytes, stay different keys beside priorities")
    func equivalentNames() throws {
        let (composed, decomposed) = (#""name of the caf\u00e9""#, #""name of the cafe\u0301""#)
        let node = try node(
            "{\"a\":{\(composed):1,\(decomposed):2},\"b\":{\(decomposed):3,\(composed):4},\".priority\":1}")
        let (first, second) = (node[Key(unchecked: "a")].children, node[Key(unchecked: "b")].children)
        #expect(first.count == 2 && first.keys == second.keys)
        #expect(first.compactMap { $0.value.number } == [2, 1] && second.compactMap { $0.value.number } == [3, 4])
    }

    @Test("a detached value is the same, and retains nothing of its text")
    func detached() throws {
        weak var tape: JSONTape?
        let detached: JSON
        do {
            let parsed = try json(Self.text)
            guard case .parsed(let own, _) = parsed.form else { throw DatasyncError(.malformedText, "no tape") }
            tape = own
            detached = parsed.detached
            expectSame(detached, parsed)
        }
        #expect(tape == nil)
        expectSame(detached, try json(Self.text))
    }

    @Test("each invariant of a tape is checked")
    func invariants() throws {
        guard case .parsed(let tape, _) = try json(#"{"a":[1,"\u0041é"],"b":null}"#).form else { return }
        // object, name, array, number, its bits, string, name, null
        #expect(tape.violatedInvariant == nil && tape.words.count == 8)
        func violation(_ index: Int, _ word: JSONTape.Word) -> String? {
            var words = tape.words
            words[index] = word.bits
            return JSONTape(words, text: tape.bytes, decoded: tape.decoded).violatedInvariant
        }
        func word(_ index: Int) -> JSONTape.Word { tape.word(index) }
        #expect(violation(0, .init(.object, count: 3, offset: 8)) == "The tape ends before a name.")
        #expect(violation(0, .init(.object, count: 1, offset: 8)) == "An array or object ends at 6 instead of 8.")
        #expect(violation(0, .init(.object, count: 2, offset: 9)) == "An array or object ends at 8 instead of 9.")
        #expect(violation(1, .init(.null)) == "The name at 1 is no string.")
        #expect(violation(2, .init(.array, count: 3, offset: 6)) == "An array or object ends at 7 instead of 6.")
        #expect(violation(7, .init(.number)) == "An array or object ends at 9 instead of 8.")
        #expect(
            violation(5, .init(.escapedString, count: 4, offset: 0)) == "The string at 5 lies outside of its bytes.")
        #expect(violation(5, .init(.escapedString, count: 2, offset: 0)) == "The string at 5 is not well-formed.")
        #expect(violation(0, .init(.null)) == "The value ends at 1 of 8 words.")
        let empty = JSONTape([], text: [], decoded: [])
        #expect(empty.violatedInvariant == "The tape ends before a value.")
    }

    /// Compares two values by their content, at every level.
    private func expectSame(_ left: JSON, _ right: JSON) {
        #expect(left.kind == right.kind && left.isNull == right.isNull && left.isObject == right.isObject)
        #expect(left.string == right.string && left.number == right.number && left.boolean == right.boolean)
        #expect(left.text == right.text, "\(Seed.note)")
        switch (left.content, right.content) {
        case (.array(let left), .array(let right)):
            #expect(left.count == right.count)
            for (left, right) in zip(left, right) { expectSame(left, right) }
        case (.object(let left), .object(let right)):
            #expect(left.map(\.name) == right.map(\.name))
            for (left, right) in zip(left, right) { expectSame(left.value, right.value) }
        default: #expect(left.array == nil && left.members == nil && right.array == nil && right.members == nil)
        }
    }
}
