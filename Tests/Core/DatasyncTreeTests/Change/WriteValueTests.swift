import DatasyncTree
import Testing

@Suite("Drafts")
struct WriteValueTests {
    private func writeValue(_ text: String, at path: String = "/") throws -> WriteValue {
        try WriteValue(json(text), at: Path(path))
    }

    @Test("a value without server values is its node")
    func plain() throws {
        let writeValue = try writeValue("{\"a\":[1,null],\"b\":{}}")
        #expect(writeValue.node.text == "{\"a\":{\"0\":1}}")
        #expect(writeValue.deferred.isEmpty)
        #expect(writeValue.json.text == "{\"a\":{\"0\":1}}")
        #expect(WriteValue(.number(1)).json.text == "1")
    }

    @Test("server values are found anywhere, in written order, and left out of the node")
    func deferred() throws {
        let writeValue = try writeValue(
            #"{"b":{".sv":"timestamp"},"a":[1,{"x":{".sv":{"increment":2,"from":3}}}],"c":"s"}"#)
        #expect(writeValue.node.text == #"{"a":{"0":1},"c":"s"}"#)
        #expect(writeValue.deferred.map(\.path.description) == ["/b", "/a/1/x"])
        #expect(writeValue.deferred.map(\.value) == [.timestamp, .increment(by: 2, from: 3)])
        #expect(
            writeValue.json.text
                == #"{"a":{"0":1,"1":{"x":{".sv":{"increment":2,"from":3}}}},"c":"s","b":{".sv":"timestamp"}}"#)
    }

    @Test("a whole value can be a server value")
    func whole() throws {
        let writeValue = try writeValue(#"{".sv":{"increment":-1.5}}"#, at: "/n")
        #expect(writeValue.node.isNull)
        #expect(writeValue.deferred.map(\.path.isRoot) == [true])
        #expect(writeValue.json.text == #"{".sv":{"increment":-1.5}}"#)
        #expect(WriteValue(.timestamp).json.text == #"{".sv":"timestamp"}"#)
        #expect(try writeValue.resolved(now: 5, present: .number(4), at: Path("/n")) == .number(2.5))
    }

    @Test("a draft that is written and read again is the same")
    func roundTrip() throws {
        for text in [
            #"{"a":{".sv":"timestamp"}}"#, #"{"a":{"b":{".sv":{"increment":1}},"c":1},"d":{".sv":"timestamp"}}"#, "1",
            "null",
            #"[{".sv":"timestamp"},2,{".sv":{"increment":0,"from":-7}}]"#,
        ] {
            let once = try writeValue(text)
            let twice = try WriteValue(once.json, at: .root)
            #expect(twice.node == once.node)
            #expect(Set(twice.deferred.map(\.path)) == Set(once.deferred.map(\.path)))
            #expect(twice.json.text == (try WriteValue(twice.json, at: .root)).json.text)
        }
    }

    @Test("resolving sets the time, and adds to the current value")
    func resolving() throws {
        let writeValue = try writeValue(
            #"{"t":{".sv":"timestamp"},"n":{".sv":{"increment":2}},"m":{".sv":{"increment":1,"from":10}},"k":"v"}"#)
        let present = try node(#"{"n":40,"t":"old","other":true}"#)
        let result = try writeValue.resolved(now: 1234.75, present: present, at: Path("/p"))
        #expect(result.text == #"{"k":"v","m":11,"n":42,"t":1234}"#)
    }

    @Test(
        "an increment of a value that is no number sets the amount, as other clients of the protocol expect",
        arguments: ["\"1\"", "true", "{\"a\":1}"])
    func withoutStart(present: String) throws {
        let writeValue = try writeValue(#"{"n":{".sv":{"increment":3}}}"#, at: "/p")
        let result = try writeValue.resolved(now: 0, present: node("{\"n\":\(present)}"), at: Path("/p"))
        #expect(result.text == #"{"n":3}"#)
    }

    @Test(
        "an increment with a start of a value that is no number is refused, with the path",
        arguments: ["\"1\"", "true", "{\"a\":1}"])
    func notANumber(present: String) throws {
        let writeValue = try writeValue(#"{"n":{".sv":{"increment":1,"from":0}}}"#, at: "/p")
        let error = dataError {
            _ = try writeValue.resolved(now: 0, present: node("{\"n\":\(present)}"), at: Path("/p"))
        }
        #expect(error?.code == .notANumber)
        #expect(error?.path == "/p/n")
        #expect(error?.message == "The value at /p/n is no number and cannot be incremented; set it to a number first.")
    }

    @Test("an estimate uses the visible value, or the start where that is unknown or no number [operations 6]")
    func estimates() throws {
        let writeValue = try writeValue(#"{"a":{".sv":{"increment":1,"from":100}},"b":{".sv":"timestamp"},"c":1}"#)
        #expect(writeValue.estimated(now: 99.5) { _ in nil }.text == #"{"a":101,"b":99,"c":1}"#)
        #expect(writeValue.estimated(now: 99) { $0.isRoot ? .null : .number(5) }.text == #"{"a":6,"b":99,"c":1}"#)
        #expect(writeValue.estimated(now: 99) { _ in .string("x") }.text == #"{"a":101,"b":99,"c":1}"#)
        #expect(writeValue.estimated(now: 99) { _ in .null }.text == #"{"a":101,"b":99,"c":1}"#)
    }

    @Test(
        "a forbidden key at any depth is refused, with its path",
        arguments: [
            ("{\"a.b\":1}", "/p"), ("{\"x\":{\"$y\":1}}", "/p/x"), ("[{\"\":1}]", "/p/0"),
            ("{\"x\":{\"a/b\":null}}", "/p/x"),
            ("{\".svx\":1}", "/p"), ("{\"x\":[0,{\"#\":{}}]}", "/p/x/1"), ("{\"x\":{\".priority\":1}}", "/p/x"),
        ])
    func forbiddenKeys(text: String, place: String) {
        let error = dataError { _ = try writeValue(text, at: "/p") }
        #expect(error?.code == .invalidKey)
        #expect(error?.path == place)
        #expect(error?.message.hasPrefix("In the value at \(place): The key ") == true)
    }

    @Test("numbers that are not finite are refused, with the path", arguments: [Double.nan, .infinity, -.infinity])
    func finite(number: Double) throws {
        let error = dataError { _ = try WriteValue(["a": ["b": .number(number)]], at: Path("/p")) }
        #expect(error?.code == .invalidValue)
        #expect(error?.path == "/p/a/b")
        #expect(error?.message == "The value at /p/a/b is NaN or infinite; only finite numbers can be stored.")
    }

    @Test("a value may reach level 32 from the root, and not level 33", arguments: [0, 1, 20, 32])
    func depth(base: Int) throws {
        func nested(_ levels: Int) -> JSON { (0..<levels).reduce(1) { json, _ in ["k": json] } }
        let path = Path(Array(repeating: Key(unchecked: "p"), count: base))
        #expect(throws: Never.self) { try WriteValue(nested(32 - base), at: path) }
        let error = dataError { _ = try WriteValue(nested(33 - base), at: path) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.hasSuffix("lies deeper than the limit of 32 levels; flatten the data.") == true)
        #expect(throws: DatasyncError.self) { try WriteValue(.array([nested(32 - base)]), at: path) }
    }

    @Test("a place below level 32, or below a priority, has no value")
    func places() throws {
        let keys = Array(repeating: Key(unchecked: "p"), count: 32)
        #expect(throws: Never.self) { try WriteValue(1, at: Path(keys + [.priority])) }
        for place in [Path(keys + [Key(unchecked: "p")]), Path(keys + [Key(unchecked: "p"), .priority])] {
            for made: JSON in [1, ["a": 1], ["a": ["b": ["c": 1]]]] {
                for json in [made, try JSONParser.parse(made.text)] {
                    let error = dataError { _ = try WriteValue(json, at: place) }
                    #expect(error?.code == .invalidPath && error?.path == place.description, "\(made.text)")
                }
            }
        }
        let below = Path([Key(unchecked: "a"), .priority, Key(unchecked: "b")])
        let error = dataError { _ = try WriteValue(1, at: below) }
        #expect(
            error?.message
                == "A priority has no children (/a/.priority/b); write the priority itself, or children of its node.")
    }

    @Test(
        "priorities of nodes with only server values are those of the write, at every depth",
        arguments: [
            #"{".priority":2,"a":5}"#, #"{".priority":"p","b":{".priority":3,"c":{".priority":1,"d":5}},"e":1}"#,
            #"{"a":{".priority":1,"b":{".value":5,".priority":2}}}"#,
        ])
    func prioritiesOfServerValues(text: String) throws {
        let source = text.replacing("5", with: #"{".sv":"timestamp"}"#)
        let read = try WriteValue(try JSONParser.parse(source), at: .root, readsPriorities: true)
        let written = try WriteValue(read.json, at: .root, readsPriorities: true)
        for value in [read, written] {
            #expect(try value.resolved(now: 5, present: .null, at: .root).exportJSON.text == text)
            #expect(value.estimated(now: 5) { _ in nil }.exportJSON.text == text)
        }
        let plain = try writeValue(#"{"a":{".sv":"timestamp"}}"#).withPriority(.number(7)).withPriority(.number(8))
        #expect(plain.estimated(now: 5) { _ in nil }.exportJSON.text == #"{".priority":7,"a":5}"#)
        let other = plain.with(priority: WriteValue(.string("q")))
        #expect(other.estimated(now: 5) { _ in nil }.exportJSON.text == #"{".priority":"q","a":5}"#)
        #expect(plain.with(priority: WriteValue(.null)).json.text == #"{"a":{".sv":"timestamp"}}"#)
    }

    @Test("plain data have no server values")
    func node() {
        let error = dataError { _ = try node(#"{"a":{".sv":"timestamp"}}"#) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message == "The value at / holds a server value (\".sv\"), which only writes may.")
    }

    private func node(_ text: String) throws -> Node { try Node(JSONParser.parse(text)) }
}
